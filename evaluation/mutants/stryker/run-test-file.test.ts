import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const runner = new URL('run-test-file.js', import.meta.url).href

test('runTestFile() returns the result of each test of a TypeScript file', () => {
  const file = join(tmpdir(), 'arithmetic.test.ts')
  writeFileSync(
    file,
    `
      const sum: number = 1 + 1
      test('passes', () => expect(sum).toBe(2))
      describe('inside', () => test('fails', () => expect(sum).toBe(3)))
    `,
  )

  // Its own process: Jest's functions cannot be loaded twice in one.
  const script = `
    import { runTestFile } from ${JSON.stringify(runner)}
    console.log(JSON.stringify(await runTestFile(${JSON.stringify(file)}, {})))
  `
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })

  expect(JSON.parse(output)).toEqual([
    { name: 'passes', milliseconds: expect.any(Number) },
    { name: 'inside fails', milliseconds: expect.any(Number), failure: expect.stringContaining('toBe') },
  ])
})
