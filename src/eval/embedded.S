# The weights of one game as bytes of the program. WEIGHTS_FILE comes from the build.
    .section .rodata
    .balign 64
    .global EMBEDDED_WEIGHTS, EMBEDDED_WEIGHTS_END
    .hidden EMBEDDED_WEIGHTS, EMBEDDED_WEIGHTS_END
EMBEDDED_WEIGHTS:
    .incbin WEIGHTS_FILE
EMBEDDED_WEIGHTS_END:
    .byte 0
    .section .note.GNU-stack, "", @progbits
