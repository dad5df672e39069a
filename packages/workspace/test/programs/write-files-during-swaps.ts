import { writeFiles } from '@workbench/workspace'

/*
 * Writes files while another process replaces a folder, and prints the number of successful writes and the different
 * errors as JSON. Arguments: the root, the folder in it, the number of writes. If none of them succeeds, it writes until
 * one does.
 */
const [, , root = '', folder = '', count = ''] = process.argv
const errors = new Set<string>()
let written = 0

for (let n = 0; n < Number(count) || written === 0; n++) {
  try {
    writeFiles(
      root,
      ['a.txt', 'b.txt', 'new/c.txt'].map((name) => ({ path: `${folder}/${name}`, text: `${n}` })),
    )
    written++
  } catch (error) {
    errors.add((error as Error).name)
  }
}
process.stdout.write(`${JSON.stringify({ written, errors: [...errors] })}\n`)
