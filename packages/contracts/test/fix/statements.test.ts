import { fixText } from '@workbench/contracts'

import { baseArtifact, contracts } from '../rules/artifacts.ts'

const FINDING =
  '{"schema":"finding.v1","producedBy":"r","id":"F-1","severity":"high","title":"T","summary":"S",'
const TEXT = `${FINDING}"failureScenario":"X","confidence":"high","effortHours":4}`

const fix = (text: string, id = 'finding.v1'): string => fixText(contracts.get(id), text).text

describe('fixText() leaves an artifact with text around it', () => {
  test.each([
    ['the name of a member', 'Verdict: unsure'],
    ['an allowed value', 'This is a LOW one.'],
    ['a number', 'It takes 4 hours.'],
    ['a scale', 'Numbers are in thousands.'],
    ['an alternative', 'or another one'],
    ['a retraction', 'I made up the numbers.'],
    ['one in another language', 'Nicht gültig:'],
    ['a restriction', 'Only on Windows.'],
    ['a question', 'Is this what was wanted? NACK'],
    ['a note that content is missing', 'Continued in part 2.'],
    ['a name', 'analytics: '],
    ['the sign of a comment', '#'],
    ['the end of a command', '| tee'],
  ])('that has %s', (_kind, statement) => {
    for (const text of [
      `${statement}\n${TEXT}`,
      `${TEXT} ${statement}`,
      `\`\`\`json\n${TEXT}\n\`\`\`\n${statement}\n`,
    ])
      expect(fix(text)).toBe(text)
  })

  test.each([
    ['a label of a code fence', '```retracted\n', '\n```\n'],
    ['a comment of HTML', '<!-- ', ' -->'],
    ['a tag', '<del>', '</del>'],
    ['marks of Markdown', '~~', '~~'],
    ['a condition', 'if (false) ', ''],
  ])('that takes it back: %s', (_what, before, after) => {
    const text = before + TEXT + after
    expect(fix(text)).toBe(text)
  })
})

describe('fixText() leaves an artifact with a comment', () => {
  test.each([
    ['a doubt', 'or 8?'],
    ['a unit', 'in thousands'],
    ['a withdrawal', 'overturned'],
    ['a member', '"verdict": "refuted",'],
    ['a note', 'TODO: check this'],
  ])('with %s', (_kind, statement) => {
    for (const text of [
      TEXT.replace(':4', `:4 /* ${statement} */`),
      TEXT.replace(':4', `: /* ${statement} */ 4`),
      TEXT.replace('4}', `4 // ${statement}\n}`),
      TEXT.replace('"effortHours"', `\n# ${statement}\n"effortHours"`),
      `/* ${statement} */ ${TEXT}`,
      `${TEXT} // ${statement}`,
    ])
      expect(fix(text)).toBe(text)
  })

  test('in place of an item', () => {
    const { tracesTo: _, ...others } = baseArtifact('requirement.v1') as Record<string, unknown>
    const text = JSON.stringify(others).replace(/\}$/, ',"tracesTo":["A", /* "B" */ "C"]}')
    expect(fix(text, 'requirement.v1')).toBe(text)
  })
})

describe('fixText() leaves', () => {
  test.each([
    ['an ellipsis after a truncated text', `${TEXT.slice(0, -1)}\n... (12 lines left out)`],
    ['a text that is put together from a variable', TEXT.replace('"X"', '"a " + b + " c"')],
    ['such a text without spaces', TEXT.replace('"X"', '"a "+b+" c"')],
    ['a backslash as a text', TEXT.replace('"T"', String.raw`"\"`)],
  ])('%s', (_what, text) => {
    expect(fix(text)).toBe(text)
  })

  test('a comma as an item between items without commas', () => {
    const { tracesTo: _, ...others } = baseArtifact('requirement.v1') as Record<string, unknown>
    const text = JSON.stringify(others).replace(/\}$/, ',"tracesTo":["x"\n","\n"y"]}')
    expect(fix(text, 'requirement.v1')).toBe(text)
  })
})

describe('fixText() deletes', () => {
  test.each([
    ['text around', (text: string) => `Here is the JSON that you wanted:\n\n${text}\n\nI hope this helps!`],
    [
      'text with an apostrophe',
      (text: string) => `I'd say that’s it:\n${text}\nLet me know if you'd like changes.`,
    ],
    ['a fence and text', (text: string) => `Sure!\n\`\`\`json\n${text}\n\`\`\`\nLet me know.`],
    ['a fence of four', (text: string) => `\`\`\`\`json\n${text}\n\`\`\`\`\n`],
    ['comments without words', (text: string) => text.replace('{', '{ // ---\n/***/')],
  ])('%s that states nothing', (_what, write) => {
    expect(JSON.parse(fix(write(TEXT)))).toEqual(JSON.parse(TEXT))
  })
})

describe('fixText() leaves the value of a member whose name it does not correct', () => {
  test.each([
    ['risk.v1', 'impactEur', 'impact', '1.200,00 EUR'],
    ['finding.v1', 'effortHours', 'effort', '4 h'],
    ['finding.v1', 'effortHours', 'effortHoursSaved', '4'],
    ['handoff.v1', 'tokensSpent', 'tokens', '148210'],
    ['finding.v1', 'severity', 'severityBefore', 'High'],
    ['handoff.v1', 'openQuestions', 'open', 'Who decides?'],
  ])('of %s: %s as %s', (id, member, name, value) => {
    const { [member]: _, ...others } = baseArtifact(id) as Record<string, unknown>
    const text = JSON.stringify({ ...others, [name]: value })
    expect(fix(text, id)).toBe(text)
  })

  test('but corrects both if the name is certain', () => {
    const text = TEXT.replace('"effortHours":4', '"effort_hours":"4 h"')
    expect(fix(text)).toBe(TEXT)
  })
})

describe('fixText() leaves a value that can mean something else', () => {
  test.each([
    ['tracker-item.v1', 'blockedBy', 0],
    ['tracker-item.v1', 'blockedBy', 'niemand'],
    ['tracker-item.v1', 'blockedBy', 'No blockers at this time'],
    ['tracker-item.v1', 'blockedBy', 'keine'],
    ['tracker-item.v1', 'blockedBy', 'SALDO-1 SALDO-2'],
    ['tracker-item.v1', 'blockedBy', 'SALDO-1|SALDO-2'],
    ['tracker-item.v1', 'blockedBy', 'T-1 to T-5'],
    ['tracker-item.v1', 'blockedBy', 'T-1+T-2'],
    ['tracker-item.v1', 'blockedBy', 'There are no blockers.'],
    ['tracker-item.v1', 'blockedBy', "['a']"],
    ['tracker-item.v1', 'blockedBy', { 'SALDO-1': 'open', 'SALDO-2': 'closed' }],
    ['handoff.v1', 'tokensSpent', '148,210'],
  ])('of %s: %s is %j', (id, member, value) => {
    const text = JSON.stringify({ ...(baseArtifact(id) as object), [member]: value })
    expect(fix(text, id)).toBe(text)
  })

  test.each(['retracted', 'before', 'not_a_finding'])('an artifact in the member %s', (name) => {
    const text = JSON.stringify({ [name]: JSON.parse(TEXT) as object })
    expect(fix(text)).toBe(text)
  })

  test('an optional member of another object', () => {
    const item = baseArtifact('tracker-item.v1') as Record<string, unknown>
    const { estimate: _, sprint: __, ...others } = item
    const text = JSON.stringify({ ...others, sprint: { name: 'S', estimate: { value: 40 } } })
    expect(fix(text, 'tracker-item.v1')).toBe(text)
  })

  test.each([
    ['lines of a diff', '["a"\n+ "b"]'],
    ['items between which a sign stands', '["A" + "B"]'],
    ['a sign in a text', '["with " + " in it"]'],
    ['a pattern', String.raw`["^a\$b$"]`],
    ['a share of Windows', String.raw`["\\srv\_share"]`],
    ['a line that is cut', '["The session cache read\n]'],
  ])('%s', (_what, list) => {
    const others = JSON.stringify(baseArtifact('requirement.v1')).replace(/,"tracesTo":\[[^\]]*\]/, '')
    const text = others.replace(/\}$/, `,"tracesTo":${list}}`)
    expect(fix(text, 'requirement.v1')).toBe(text)
  })
})
