#include "search/treeview.h"

#include <math.h>
#include <stdlib.h>

#include "search/value.h"

float treeview_value_below(float value) {
    if (value <= (float)-VALUE_DECIDED)
        return 1 - value;
    if (value >= (float)VALUE_DECIDED)
        return -1 - value;
    return -value;
}

static int compare(const void *a, const void *b) {
    const TreeChild *one = a, *two = b;
    if (one->share != two->share)
        return one->share < two->share ? 1 : -1;
    if (one->value != two->value) // all proven losses have a share of 0
        return one->value < two->value ? 1 : -1;
    if (one->visits != two->visits)
        return one->visits < two->visits ? 1 : -1;
    return one->node < two->node ? -1 : one->node > two->node;
}

int treeview_ranked(const TreeView *view, TreeNode node, TreeChild *out) {
    const int count = view->children(view->tree, node, out);
    qsort(out, (size_t)count, sizeof *out, compare);
    return count;
}

double treeview_entropy(const TreeChild *children, int count, TreePolicyKind policy) {
    double entropy = 0;
    for (int i = 0; i < count; i++) {
        const float p = policy == TREE_SELECTION ? children[i].selection : children[i].share;
        if (p > 0)
            entropy -= (double)p * log((double)p);
    }
    return entropy;
}
