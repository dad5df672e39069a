import { TREES, writeTree } from './trees.js'

/* Writes the plugin to `dist/`, as agents install it. The bundles must have been built. */

for (const tree of TREES) writeTree(tree)
