import { risk } from '../project.ts'
import { membersIn } from '../../src/advice/members-in.ts'
import { singleBackslashes } from '../../src/advice/rules/single-backslash.ts'
import { fullAdviceOn } from './advice-on.ts'

/** The advice on a risk with this title, which is a part of a JSON text. */
const adviceOnText = (text: string) =>
  fullAdviceOn('risk.v1', { ...risk, title: JSON.parse(`"${text}"`) as string })

describe('advice on a text of which JSON has lost a backslash', () => {
  it('names the text that was probably meant', () => {
    const note = (character: string, letters: string, word: string) => [
      {
        path: '/title',
        rule: 'single-backslash',
        message: `The text has ${character} before "${letters}", which JSON reads from ${word}; if ${word} is meant, write \\${word}`,
      },
    ]
    expect(adviceOnText(String.raw`\frac{1}{2}`)).toEqual(note('a form feed', 'rac', String.raw`\frac`))
    expect(adviceOnText(String.raw`is \beta = 2`)).toEqual(note('a backspace', 'eta', String.raw`\beta`))
    expect(adviceOnText(String.raw`3 \times 4`)).toEqual(note('a tab', 'imes', String.raw`\times`))
  })

  it.each([
    String.raw`\forall x`,
    String.raw`C:\bin\run.exe`.replace(String.raw`\run`, String.raw`\\run`),
    String.raw`\theta`,
    String.raw`\theta_0`,
    String.raw`$2\tilde{x}$`,
    String.raw`\text{if}`,
    String.raw`\textbf{bold}`,
    String.raw`\tfrac{1}{2}`,
    String.raw`\tau_0`,
    String.raw`the constant \tau is`,
    String.raw`exp(-t/\tau)`,
    String.raw`\tan(x)`,
    String.raw`\tanh x is $\tanh x$`,
    String.raw`\to\\infty`,
    String.raw`$x \to 0$`,
    String.raw`$\tau$`,
    String.raw`\\alpha \times`,
  ])('is given on %s', (text) => {
    expect(adviceOnText(text)).toHaveLength(1)
  })

  it.each([
    String.raw`\\frac \\beta \\theta`,
    String.raw`name\ttext`,
    String.raw`au\n\tau lait`,
    String.raw`a\text`,
    String.raw`name\tan apple\tau lait\to\top`,
    String.raw`price\tan apple\t$5 and $6`,
    String.raw`$5\tan apple\t$6`,
    String.raw`\tfunction f() {`,
    String.raw`\tif (a) {\n\t\treturn b\n\t}`,
    String.raw`\total\ttime\timestamp\ttable\thetas`,
    String.raw`\tan (old) one`,
    String.raw`page\f\nnext`,
    String.raw`\f 1 \b`,
    String.raw`line\n\rnext`,
  ])('is not given on %s', (text) => {
    expect(adviceOnText(text)).toEqual([])
  })

  it('is given on each text, with its path', () => {
    const finding = (id: string, summary: string) => ({
      schema: 'finding.v1',
      producedBy: 'a',
      id,
      severity: 'low',
      title: 't',
      summary,
      failureScenario: 'f',
      confidence: 'c',
    })
    const members = { target: 't', dimension: 'd', verdict: 'pass', summary: 's' }
    const findings = [finding('a', '\f'), finding('b', '\fx \fy'), finding('c', '\bz')]
    const found = fullAdviceOn('review.v1', { ...members, findings })
    expect(found.map(({ path }) => path)).toEqual(['/findings/1/summary', '/findings/2/summary'])
  })

  it.each(['\tan', '\text', '$x\to ', '$\tan{', '$\t', '\t '])(
    'is found in time linear in the length of a text of %j',
    (part) => {
      const members = membersIn({ text: `$x${part.repeat(200_000)}` })
      expect(singleBackslashes(members).length).toBeLessThanOrEqual(1)
    },
  )
})
