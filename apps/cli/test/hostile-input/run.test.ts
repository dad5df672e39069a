import { runHostileInput } from './run.ts'

describe('The built command, hook and MCP server', () => {
  it('handle 200 cases of hostile input without a crash, a wrong verdict, raw control characters or changes outside of the project', async () => {
    const { failures } = await runHostileInput({ cases: 200, seed: 1 })
    expect(failures).toEqual([])
  }, 300_000)
})
