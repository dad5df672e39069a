import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  ...readdirSync(join(root, 'bench/results')).map((name) => join('bench/results', name)),
  'packages/contracts/README.md',
  'apps/cli/README.md',
]

const withoutCode = (markdown: string): string =>
  markdown
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]+`/g, (code) => code.replaceAll(/[[\]()]/g, ' '))

/** The fragment that GitHub gives each heading of a page. */
function anchors(markdown: string): string[] {
  const headings = markdown.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(pages)('%s links to pages and headings that exist', (page) => {
  const markdown = read(page)
  const links = [
    ...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g),
    ...markdown.matchAll(/(?:src|srcset)="([^"]+)"/g),
  ].map(([, target = '']) => target)
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [file = '', fragment] = link.split('#')
    const target = file === '' ? page : relative(root, join(root, dirname(page), file))
    if (!existsSync(join(root, target))) return true
    return fragment !== undefined && !anchors(read(target)).includes(fragment)
  })
  expect(broken).toEqual([])
})

test.each(pages)('%s names paths that exist', (page) => {
  const paths = [
    ...read(page).matchAll(/`((?:apps|bench|build|deploy|docs|packages|plugins|schemas)\/[^`\s]*)`/g),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !/[<*…]|\/dist\//.test(path))
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each(pages)('%s names scripts of package.json, and programs that are installed', (page) => {
  const builtIn = ['dlx', 'install', 'exec', 'audit', 'licenses', 'deploy', 'add']
  const isKnown = (folder: string, name: string) =>
    name in (JSON.parse(read(join(folder, 'package.json'))) as { scripts: object }).scripts ||
    existsSync(join(root, folder, 'node_modules/.bin', name))
  const text = read(page)
  const inRoot = [...text.matchAll(/(?:pnpm@12|`pnpm) ([a-z][a-z:-]*[a-z])(?=[\s`])/g)]
    .map(([, name = '']) => name)
    .filter((name) => !builtIn.includes(name) && !isKnown('', name))
  const inPackages = [
    ...text.matchAll(/pnpm(?:@12)? --filter @workbench\/([a-z-]+) ([a-z][a-z:-]*[a-z])(?=[\s`])/g),
  ]
    .filter(([, name = '', script = '']) => {
      const folder = ['packages', 'apps']
        .map((parent) => join(parent, name))
        .find((path) => existsSync(join(root, path)))
      return folder === undefined || !(builtIn.includes(script) || isKnown(folder, script))
    })
    .map(([command]) => command)
  expect([...inRoot, ...inPackages]).toEqual([])
})

test.each(['packages/contracts', 'apps/api'])(
  'docs/architecture.md lists the folders of %s/src',
  (folder) => {
    const section = read('docs/architecture.md').split(`\n## ${folder}\n`)[1]?.split('\n## ')[0] ?? ''
    const items = [...section.matchAll(/^- (`[a-z-]+\/`(?:, `[a-z-]+\/`)*): /gm)].map(
      ([, names = '']) => names,
    )
    const listed = items.flatMap((names) => names.replaceAll(/[`/]/g, '').split(', '))
    const present = readdirSync(join(root, folder, 'src')).filter((name) => !name.includes('.'))
    expect(listed.toSorted()).toEqual(present.toSorted())
  },
)

test('docs/architecture.md names the programs of apps/api/src/bin', () => {
  const [, list = ''] = /^- `bin\/`: the programs (.*)$/m.exec(read('docs/architecture.md')) ?? []
  const named = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => `${name}.ts`)
  const programs = readdirSync(join(root, 'apps/api/src/bin')).filter((name) => name !== 'program.ts')
  expect(named.toSorted()).toEqual(programs.toSorted())
})

test('CONTRIBUTING.md names the migrations that drop something', () => {
  const folder = join(root, 'apps/api/src/db/migrations')
  const dropping = readdirSync(folder).filter(
    (name) =>
      /^\d/.test(name) &&
      /\bdrop (?:column|constraint|expression|table|trigger)\b/.test(
        read(join('apps/api/src/db/migrations', name)),
      ),
  )
  const [, section = ''] = read('CONTRIBUTING.md').split('\n## Add a migration\n')
  const named = dropping.filter((name) =>
    section.split('\n## ')[0]?.includes(`\`${name.replace('.ts', '')}\``),
  )
  expect(named).toEqual(dropping)
})

test('docs/benchmarks.md has only figures of the results to which it links', () => {
  const table = read('docs/benchmarks.md').split('\n\n')[2] ?? ''
  let results = ''
  const missing = table
    .split('\n')
    .slice(2)
    .flatMap((row) => {
      const [, what = '', , result = ''] = row.split('|')
      const [, linked] = /\((\.\.\/bench\/results\/[a-z]+\.md)/.exec(what) ?? []
      if (linked !== undefined) results = read(join('docs', linked))
      const figures = [...result.matchAll(/(\d[\d.,]*)(?=×| %| ms| and [\d.]+ ms)/g)].map(
        ([, figure = '']) => figure,
      )
      expect(figures).not.toEqual([])
      return figures.filter((figure) => !new RegExp(`(?<![\\d.])${figure}(?![\\d])`).test(results))
    })
  expect(missing).toEqual([])
})

test('packages/contracts/README.md names each function and error that the package exports', () => {
  const exported = ['index', 'no-files'].flatMap((file) =>
    [...read(`packages/contracts/src/${file}.ts`).matchAll(/^export \{([^}]*)\}/gm)].flatMap(
      ([, names = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ')),
    ),
  )
  const page = read('packages/contracts/README.md')
  expect([...new Set(exported)].filter((name) => !page.includes(name))).toEqual([])
})

test('.vscode/settings.json associates artifacts with the schema of all contracts', () => {
  const settings = JSON.parse(read('.vscode/settings.json')) as { 'json.schemas': { url: string }[] }
  const urls = settings['json.schemas'].map(({ url }) => url)
  expect(urls).toEqual(['./packages/contracts/artifact.schema.json'])
  expect(urls.filter((url) => !existsSync(join(root, url)))).toEqual([])
})
