import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The plugin as agents install it: folders without links that contain everything they need. Claude Code and Codex read the
 * same folder. Gemini CLI gets its own, because it reads other hooks from a file of the same name.
 */

export const repository = join(import.meta.dirname, '..', '..')

const CORE = 'plugins/workbench-core'

/** What all agents need. */
const SHARED = ['dist', 'schemas', 'examples', 'README.md'].map((name) => `${CORE}/${name}`)

/**
 * The files and folders of each tree.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const SOURCES = {
  plugin: [
    ...SHARED,
    ...['.claude-plugin', '.codex-plugin', '.mcp.json', 'hooks'].map((name) => `${CORE}/${name}`),
    'LICENSE',
  ],
  'gemini-extension': [
    ...SHARED,
    ...['gemini-extension.json', 'hooks'].map((name) => `plugins/gemini-extension/${name}`),
    'LICENSE',
  ],
}

/** The names of the trees: of their folders in `dist/`, and of their branches. */
export const TREES = Object.keys(SOURCES)

/** @param {string} tree */
export const folderOf = (tree) => join(repository, 'dist', tree)

/** @param {string} tree */
export function writeTree(tree) {
  const folder = folderOf(tree)
  rmSync(folder, { recursive: true, force: true })
  for (const path of SOURCES[tree] ?? []) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    cpSync(join(repository, path), join(folder, name), {
      recursive: true,
      dereference: true,
    })
  }
}
