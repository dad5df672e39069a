import { findingV1, planV1 } from '@workbench/contracts/builtin'
import { formatViolations } from '@workbench/contracts'

import {
  type Attempt,
  fromModelOutput,
  generateArtifact,
  type GenerateInput,
  InvalidOutputError,
} from '../src/index.ts'

const options = { omit: ['schema', 'producedBy'], set: { producedBy: 'reviewer' } }

const finding = {
  id: 'F-1',
  severity: 'high',
  title: 'A retry creates a second order',
  summary: 'The key of a request is not stored.',
  failureScenario: 'A client retries after a timeout.',
  confidence: 'high',
}
const { summary: _, ...broken } = finding

/** A model that writes these outputs, and what it was called with. */
function modelOf(...outputs: readonly unknown[]) {
  const calls: GenerateInput[] = []
  const generate = (input: GenerateInput): Promise<unknown> => {
    calls.push(input)
    return Promise.resolve(outputs[calls.length - 1])
  }
  return { calls, generate }
}

describe('generateArtifact()', () => {
  it('returns the first valid artifact', async () => {
    const { calls, generate } = modelOf(JSON.stringify(finding))
    expect(await generateArtifact(findingV1, generate, options)).toEqual({
      artifact: { schema: 'finding.v1', producedBy: 'reviewer', ...finding },
      attempts: 1,
    })
    expect(calls).toMatchObject([{ feedback: undefined, previous: undefined, attempt: 1 }])
    expect(calls[0]?.schema.required).toContain('summary')
  })

  it('calls the model again with the violations and its output', async () => {
    const { calls, generate } = modelOf(broken, finding)
    const attempts: Attempt[] = []
    const result = await generateArtifact(findingV1, generate, {
      ...options,
      onAttempt: (attempt) => attempts.push(attempt),
    })
    const { verdict } = fromModelOutput(findingV1, broken, options)
    expect(result.attempts).toBe(2)
    expect(calls[1]).toMatchObject({
      feedback: verdict.valid ? '' : formatViolations(verdict.violations),
      previous: broken,
      attempt: 2,
    })
    expect(attempts).toEqual([
      { attempt: 1, output: broken, verdict },
      { attempt: 2, output: finding, verdict: { valid: true } },
    ])
  })

  it('applies the fixes of violations without another call', async () => {
    const { calls, generate } = modelOf({ ...finding, severity: 'High', effortHours: '4' })
    const { artifact } = await generateArtifact(findingV1, generate, options)
    expect([artifact.severity, artifact.effortHours, calls.length]).toEqual(['high', 4, 1])
  })

  it('feeds back a JSON text that cannot be parsed', async () => {
    const wave = { id: 'w1', tasks: [{ id: 't1', description: 'Store.', agent: 'developer' }] }
    const planWith = (gate: string) => ({ goal: 'Store once.', waves: [{ ...wave, gate }] })
    const { calls, generate } = modelOf(planWith('tests pass'), planWith('{"tests":"pass"}'))
    const { artifact } = await generateArtifact(planV1, generate, options)
    expect(calls[1]?.feedback).toContain('/waves/0/gate: Expected JSON as text')
    expect(artifact.waves[0]?.gate).toEqual({ tests: 'pass' })
  })

  it.each([
    ['without a member', broken, ['/summary: Required member "summary" is missing']],
    ['that is an item', [broken], ['/summary: Required member "summary" is missing']],
    ['that is a text', '"x"', ['the artifact: Expected an object with "id", "severity", "title"']],
    [
      'with an unexpected member',
      { ...finding, note: 1 },
      ['/note: Unexpected member "note"; the known members are "id"'],
    ],
    ['with a misspelt omitted member', { ...finding, producedby: 'x' }, ['/producedby: Unexpected member']],
    [
      'with a member that is not closed',
      '{"id": "a" "severity": }',
      ['/title', '/summary', '/failureScenario', '/confidence', 'the artifact', 'the artifact'],
    ],
  ])('does not name members that the model cannot write, after an output %s', async (_, output, lines) => {
    const { calls, generate } = modelOf(output, finding)
    await generateArtifact(findingV1, generate, options)
    const feedback = calls[1]?.feedback ?? ''
    expect(feedback.split('\n')).toEqual(lines.map((line) => expect.stringContaining(line) as string))
    expect(feedback).not.toMatch(/"schema"|"producedBy"|\/schema|\/producedBy/)
  })

  it.each([
    ['that the program does not set', undefined],
    ['that the program sets to an invalid value', { producedBy: 7 }],
  ])('does not call the model again for a member %s', async (_, set) => {
    const { calls, generate } = modelOf(broken, finding, finding)
    const failed = generateArtifact(findingV1, generate, {
      omit: options.omit,
      ...(set && { set: set as never }),
      attempts: 5,
    })
    await expect(failed).rejects.toMatchObject({
      attempts: 2,
      verdict: { violations: [{ path: '/producedBy' }] },
    })
    expect(calls).toHaveLength(2)
    expect(calls[1]?.feedback).toMatch(/^\/summary: .*$/)
  })

  it('adds the members of the program to an artifact that was an item', async () => {
    const { calls, generate } = modelOf([finding])
    await generateArtifact(findingV1, generate, options)
    expect(calls).toHaveLength(1)
  })

  it('throws the last verdict after the last attempt', async () => {
    const { calls, generate } = modelOf(broken, broken, finding)
    const error = await generateArtifact(findingV1, generate, { ...options, attempts: 2 }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(InvalidOutputError)
    expect(error).toMatchObject({
      attempts: 2,
      output: broken,
      verdict: { violations: [{ path: '/summary' }] },
    })
    expect((error as Error).message).toMatch(
      /^The output of the model is invalid after 2 attempts:\n\/summary/,
    )
    expect(calls).toHaveLength(2)
  })

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController()
    const { calls, generate } = modelOf(broken, finding)
    const stopped = generateArtifact(findingV1, generate, {
      ...options,
      signal: controller.signal,
      onAttempt: () => controller.abort(new Error('stopped')),
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(calls.map(({ signal }) => signal)).toEqual([controller.signal])
  })

  it('throws what the model throws', async () => {
    const failed = generateArtifact(findingV1, () => Promise.reject(new Error('overloaded')), options)
    await expect(failed).rejects.toThrow('overloaded')
  })

  it.each([0, 1.5])('rejects %d attempts', async (attempts) => {
    await expect(generateArtifact(findingV1, () => finding, { attempts })).rejects.toThrow(RangeError)
  })
})
