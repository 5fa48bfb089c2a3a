// Replays games of a match store with ffish, the move generator and rules of Fairy-Stockfish as an npm package:
// every move must be legal there too, no game may go on after its end, and games that the rules ended must have ended
// the same way.
//
//     yuragi-lab-GAME games FILE --json | node replay.js GAME [FOLDER of ffish]
//
// Prints one line; exit status 1 if something differs, 77 if ffish is not installed.
'use strict';

// The package is made for browsers: without these two functions it loads its code from the file beside it.
globalThis.fetch = undefined;
WebAssembly.instantiateStreaming = undefined;

const [, , game, folder = '.'] = process.argv;
let ffish;
try {
  ffish = require(require.resolve('ffish', {paths: [folder]}));
} catch {
  console.log('ffish is not installed: npm install --prefix ' + folder + ' ffish');
  process.exit(77);
}

const SIZE = {shogi: 9, minishogi: 5}[game];

// `7g7f+`, `P*5e`: files are counted from the right and ranks from the top; ffish counts the other way round.
function square(text) {
  return String.fromCharCode(97 + SIZE - Number(text[0])) + (SIZE - (text.charCodeAt(1) - 97));
}

function spell(move) {
  if (!SIZE)
    return move;
  if (move[1] === '*')
    return move[0] + '@' + square(move.slice(2));
  return square(move.slice(0, 2)) + square(move.slice(2, 4)) + move.slice(4);
}

function position(sfen) {
  if (!SIZE)
    return sfen;
  const [board, side, hand, ply = '1'] = sfen.split(' ');
  const pieces = hand === '-' ? '-' : hand.replace(/(\d+)(\D)/g, (_, count, piece) => piece.repeat(Number(count)));
  return `${board}[${pieces}] ${side === 'b' ? 'w' : 'b'} - - 0 ${Math.ceil(Number(ply) / 2)}`;
}

function replay(record) {
  const board = new ffish.Board(game, position(record.start));
  try {
    for (const [i, move] of record.moves.entries()) {
      const legal = board.legalMoves().split(' ');
      if (!legal.includes(spell(move)))
        return `move ${i + 1}, ${move}, is not legal`;
      board.push(spell(move));
    }
    const hasNoMoves = board.legalMoves() === '';
    if (hasNoMoves !== (record.reason === 'checkmate' || record.reason === 'no legal move'))
      return `there are ${hasNoMoves ? 'no' : 'still'} moves, but it ended by ${record.reason}`;
    const isRepeated = record.reason === 'repetition' || record.reason === 'perpetual check';
    if (!hasNoMoves && !isRepeated && record.reason !== 'fifty moves')
      return '';
    const result = board.result(true);
    return result === record.result ? '' : `the result is ${result}, not ${record.result} (${record.reason})`;
  } finally {
    board.delete();
  }
}

ffish.onRuntimeInitialized = () => {
  const records = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  const reasons = {};
  let moves = 0, faults = 0;
  for (const record of records) {
    const fault = replay(record);
    if (fault && ++faults <= 10)
      console.log(`match ${record.match} game ${record.number}: ${fault}`);
    moves += record.moves.length;
    const how = record.finish === 'rules' ? record.reason : record.finish;
    reasons[how] = (reasons[how] || 0) + 1;
  }
  const ways = Object.entries(reasons).map(([how, count]) => `${count} by ${how}`).join(', ');
  console.log(`${game}: ${records.length} games, ${moves} moves (${ways}): ${faults} differ`);
  process.exit(faults || !records.length ? 1 : 0);
};
