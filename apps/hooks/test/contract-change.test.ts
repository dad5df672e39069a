import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { projectWith, repository, silence, written } from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

const CONTRACT = 'plugins/workbench-core/schemas/finding.v1.schema.json'
const text = readFileSync(join(repository, 'schemas/finding.v1.schema.json'), 'utf8')

describe('the hook, after a tool that wrote', () => {
  it('a contract of the project, tells the user', async () => {
    const root = projectWith({ [CONTRACT]: text })
    const { status, stdout } = await runHook(written(CONTRACT, { cwd: root }))
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: `workbench: the agent changed the contract ${CONTRACT}`,
    })
    expect(status).toBe(0)
  })

  it('another JSON Schema, is silent', async () => {
    const root = projectWith({ [CONTRACT]: text, 'other/finding.v1.schema.json': text })
    expect(await runHook(written('other/finding.v1.schema.json', { cwd: root }))).toEqual(silence)
  })
})
