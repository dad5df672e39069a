import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { program, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const dist = join(program, '..')

describe('the built command', () => {
  it.each([program, join(dist, 'package', 'main.cjs')])(
    'aligns a table with wide characters: %s',
    async (file) => {
      const directory = temporaryDirectory()
      for (const name of ['memo', 'memo\u6f22'])
        writeFileSync(join(directory, `${name}.v1.schema.json`), '{ "title": "Title", "type": "object" }')
      const { stdout } = await workbench(['contracts', '--schemas', directory], { program: file })
      expect(stdout).toMatch(/^memo\.v1 {14}own {7}Title\nmemo\u6f22\.v1 {12}own\n {31}error: /m)
    },
  )
})
