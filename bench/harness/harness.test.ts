import { replaceSection } from './replace-section.ts'
import { dotPlot } from './dot-plot.ts'
import { figure, percent, times, withSpread } from './format-figures.ts'
import { runProcess } from './run-process.ts'
import { interleave } from './interleave.ts'
import { geometricMean, ratio, summarize } from './statistics.ts'
import { table } from './table.ts'

describe('statistics', () => {
  it('summarize() returns the median and the quartiles of unsorted samples', () => {
    expect(summarize([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 })
    expect(summarize([4, 1])).toEqual({ median: 2.5, low: 1.75, high: 3.25 })
  })

  it('summarize() throws without samples', () => {
    expect(() => summarize([])).toThrow(RangeError)
  })

  it('ratio() divides the samples of the same round', () => {
    expect(ratio([20, 200, 10], [10, 100, 5])).toEqual({ median: 2, low: 2, high: 2 })
    expect(() => ratio([1, 2], [1])).toThrow(RangeError)
  })

  it('geometricMean() of a ratio and its inverse is 1', () => {
    expect(geometricMean([2, 0.5, 1])).toBeCloseTo(1)
  })
})

describe('interleave()', () => {
  it('starts each round with another contestant, and discards the warm-up', async () => {
    const order: string[] = []
    const contestants = ['a', 'b', 'c'].map((name) => ({ name, measure: () => order.push(name) }))
    const samples = await interleave(contestants, { rounds: 2, warmUp: 1 })
    expect(order.join('')).toBe('abcbcacab')
    expect([...samples]).toEqual([
      ['a', [6, 8]],
      ['b', [4, 9]],
      ['c', [5, 7]],
    ])
  })
})

describe('runProcess()', () => {
  it('returns the output, the exit code and the times of a program', async () => {
    const program = `
      process.stdin.on('data', (data) => process.stdout.write(data))
      process.stderr.write('err')
      process.exitCode = 3
      for (const end = Date.now() + 100; Date.now() < end; );
    `
    const ran = await runProcess(process.execPath, ['-e', program], { input: 'in' })
    expect(ran).toMatchObject({ status: 3, stdout: 'in', stderr: 'err' })
    expect(ran.wall).toBeGreaterThanOrEqual(100)
    expect(ran.processor).toBeGreaterThan(0)
  })
})

describe('replaceSection()', () => {
  const document = 'before\n\n<!-- bench:a -->\nold\n<!-- /bench:a -->\n\nafter\n'

  it('replaces the content between the markers, and is idempotent', () => {
    const once = replaceSection(document, 'a', 'new')
    expect(once).toBe('before\n\n<!-- bench:a -->\n\nnew\n\n<!-- /bench:a -->\n\nafter\n')
    expect(replaceSection(once, 'a', 'new')).toBe(once)
  })

  it('throws and names the missing markers if there is no such section', () => {
    expect(() => replaceSection(document, 'b', 'new')).toThrow(
      'add the markers <!-- bench:b --> and <!-- /bench:b -->',
    )
  })
})

describe('formatting', () => {
  it('figures have three significant digits', () => {
    expect([figure(1234.5), figure(0.012345), times(2.3456), percent(0.0235)]).toEqual([
      '1,230',
      '0.0123',
      '2.35×',
      '2.35 %',
    ])
    expect(withSpread({ median: 123.4, low: 119, high: 131.2 })).toBe('123 (119–131)')
  })

  it('table() escapes vertical bars', () => {
    expect(table(['', 'ns'], [['a|b', '1']])).toBe('|  | ns |\n| :-- | --: |\n| a\\|b | 1 |')
  })

  it('dotPlot() draws a mark for each value, and none for undefined', () => {
    const value = (median: number) => ({ median, low: median * 0.9, high: median * 1.1 })
    const svg = dotPlot({
      title: 'A < B',
      axis: 'ns',
      rows: ['one', 'two'],
      series: [
        { name: 'ours', values: [value(10), value(20)] },
        { name: 'theirs', values: [value(100), undefined] },
      ],
    })
    expect(svg).toContain('<title>A &lt; B</title>')
    expect(svg.match(/<title>ours: /g)).toHaveLength(2)
    expect(svg.match(/<title>theirs: 100/g)).toHaveLength(1)
    expect(svg).not.toContain('NaN')
    expect(svg).not.toContain('var(')
  })

  it('dotPlot() with a linear scale starts at 0', () => {
    const values = [0, 100].map((value) => ({ median: value, low: value, high: value }))
    const svg = dotPlot({
      title: 'A',
      axis: '%',
      scale: 'linear',
      rows: ['one', 'two'],
      series: [{ name: 'ours', values }],
    })
    expect(Array.from(svg.matchAll(/>(\d+)<\/text>/g), ([, tick]) => tick)).toEqual([
      '0',
      '25',
      '50',
      '75',
      '100',
    ])
    expect(svg).not.toMatch(/NaN|Infinity/)
  })
})
