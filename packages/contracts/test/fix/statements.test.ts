import { fixText } from '@workbench/contracts'

import { baseArtifact, contracts } from '../rules/artifacts.ts'

const FINDING =
  '{"schema":"finding.v1","producedBy":"r","id":"F-1","severity":"high","title":"T","summary":"S",'
const TEXT = `${FINDING}"failureScenario":"X","confidence":"high","effortHours":4}`

const fix = (text: string, id = 'finding.v1'): string => fixText(contracts.get(id), text).text

describe('fixText() leaves an artifact with text around it that has', () => {
  test.each<[kind: string, statements: readonly string[]]>([
    [
      'the name of a member',
      ['Verdict: unsure', 'The category is wrong.', 'standard', '- remediation\n- evidence'],
    ],
    [
      'a name in another case and with other separators',
      ['SEVERITY = ?', 'Effort hours: few', 'EFFORT_HOURS few', 'Failure-Scenario'],
    ],
    ['a part of a longer name', ['severityLevel: ?', "verdict's gone", 'new_severity']],
    ['an allowed value', ['-- refuted', 'This is a LOW one.', '**Plausible**', '(Medium)', '→ info!']],
    ['a value of a nested member', ['a measurement', 'Kind of: URL', 'in a file']],
    ['a word of a name and a number', ['It takes 4 hours.', '8 h of effort']],
    ['the name of a member and a number', ['effortHours: 8', 'Estimated effort: 8 h', 'score = -1']],
    ['an alternative', ['or 8', 'or another one']],
    ['a string', ['"low"', 'It says “low”.', "'old': 8"]],
    ['a retraction', ['Ignore this, it is wrong.', 'Do not use it.', 'The following is outdated:']],
    ['a note that content is missing', ['Continued in part 2.', '[12 lines omitted]', '... (truncated)']],
  ])('%s', (_kind, statements) => {
    for (const statement of statements)
      for (const text of [
        `${statement}\n${TEXT}`,
        `${TEXT} ${statement}`,
        `\`\`\`json\n${TEXT}\n\`\`\`\n${statement}\n`,
      ])
        expect(fix(text)).toBe(text)
  })

  test('an allowed value after a code fence', () => {
    const text = `\`\`\`low\n${TEXT}\n\`\`\`\n`
    expect(fix(text)).toBe(text)
  })

  test('a word of a contract that it refers to', () => {
    const text = `${JSON.stringify(baseArtifact('review.v1'))}\nThe last one was refuted.`
    expect(fix(text, 'review.v1')).toBe(text)
  })
})

describe('fixText() leaves an artifact with a comment that has', () => {
  test.each<[kind: string, statements: readonly string[]]>([
    ['the name of a member', ['severity was different', 'no VERDICT yet', 'effort hours?', 'Effort-Hours']],
    ['an allowed value', ['low', 'was Medium', 'rather refuted']],
    ['a member', ['"old": 8,', "'old': 8,", 'old: 8', '"verdict": "refuted",']],
    ['a literal', ['false', 'or null']],
    ['an alternative', ['or another text', 'oder etwas anderes', 'this or that']],
    [
      'words for content',
      ['3 more like this', 'the rest is omitted', 'etc.', 'and so on', 'unchanged', 'same as above', 'snip'],
    ],
    ['another number than the one beside it', ['8', 'or 8', '8?', '~ 8.5', '3 to 5', 'was 12 at first']],
  ])('%s', (_kind, statements) => {
    for (const statement of statements)
      for (const text of [
        TEXT.replace(':4', `:4 /* ${statement} */`),
        TEXT.replace(':4', `: /* ${statement} */ 4`),
        TEXT.replace('4}', `4 // ${statement}\n}`),
        TEXT.replace('"effortHours"', `\n# ${statement}\n"effortHours"`),
      ])
        expect(fix(text)).toBe(text)
  })

  test('a name or an allowed value, before and after the artifact', () => {
    for (const text of [`/* severity was low */ ${TEXT}`, `${TEXT} // verdict unsure`, `// refuted\n${TEXT}`])
      expect(fix(text)).toBe(text)
  })

  test('more than 20,000 characters', () => {
    const text = TEXT.replace('{', `{/*${'x '.repeat(10_000)}*/`)
    expect(fix(text)).toBe(text)
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
    [
      'a fence and text',
      (text: string) => `Sure!\n\`\`\`json\n${text}\n\`\`\`\nAnything else? See [2] and {x}.`,
    ],
    ['a fence of four', (text: string) => `\`\`\`\`json\n${text}\n\`\`\`\`\n`],
    ['comments', (text: string) => text.replace('{', '{ // TODO: check this\n/* as agreed with Anke */')],
    ['a comment with a number beside a text', (text: string) => text.replace('"T",', '"T", // see ADR 14\n')],
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
