import { relative, resolve, sep } from 'node:path'

/** Addresses that open a file in an editor, by the name of the editor. */
export const EDITORS: Readonly<Record<string, string>> = {
  vscode: 'vscode://file{file}:{line}',
  cursor: 'cursor://file{file}:{line}',
  zed: 'zed://file{file}:{line}',
  idea: 'idea://open?file={file}&line={line}',
}

/** The address that opens a line of a file; undefined for a file outside of the project, or without an editor. */
export type EditorLink = (file: string, line?: string) => string | undefined

/**
 * The address template of an editor.
 * @param editor a name of {@link EDITORS}, or an address with `{file}` for the absolute path
 * @returns undefined if it is neither
 */
export function editorTemplate(editor: string): string | undefined {
  if (Object.hasOwn(EDITORS, editor)) return EDITORS[editor]
  return /^(?!javascript:|data:)[a-z][a-z0-9+.-]*:.*\{file\}/i.test(editor) ? editor : undefined
}

export const createEditorLink =
  (root: string, template: string | undefined): EditorLink =>
  (file, line = '1') => {
    const path = resolve(root, file)
    const inside = relative(root, path)
    if (template === undefined || inside === '' || inside.startsWith('..') || path.includes('\0'))
      return undefined
    const encoded = path.split(sep).map(encodeSegment).join('/')
    const absolute = encoded.startsWith('/') ? encoded : `/${encoded}`
    return template
      .replace('{file}', () => absolute)
      .replace('{line}', () => (/^\d{1,9}$/.test(line) ? line : '1'))
  }

/** A lone surrogate cannot be encoded. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment.replaceAll(/\p{Cs}/gu, '\ufffd'))
