import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { checkoutOf, describeCheckout, describeElsewhere } from '../src/board/checkout.ts'
import { createReport } from '../src/index.ts'
import { boardOf, createProject, example } from './project.ts'

function repository() {
  const project = createProject({ 'README.md': 'A project', '.gitignore': '.workbench\n' })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: project.root,
      encoding: 'utf8',
    })
  git('init', '-q', '-b', 'feature/ledger')
  git('add', '-A')
  git('commit', '-qm', 'Start')
  return { ...project, git }
}

const branchOf = (folder: string): string => describeCheckout(checkoutOf(folder))

describe('checkoutOf()', () => {
  const { root, git } = repository()

  it('names the branch, also below the root of the repository', () => {
    expect(branchOf(root)).toBe('branch feature/ledger')
    expect(branchOf(join(root, '.workbench', 'blackboard'))).toBe('branch feature/ledger')
  })

  it('names the worktree, and the commit if no branch is checked out', () => {
    git('worktree', 'add', '-q', '--detach', 'trees/reviewer')
    const commit = git('rev-parse', 'HEAD').slice(0, 8)
    expect(branchOf(join(root, 'trees/reviewer'))).toBe(`commit ${commit}, worktree reviewer`)
  })

  it.each([
    ['.git', 'gitdir: nowhere'],
    ['.git/HEAD', 'ref: refs/heads/'],
    ['.git/HEAD', '\0'],
    ['README.md', ''],
  ])('says nothing of a project whose %s is %j', (path, text) => {
    expect(branchOf(createProject({ [path]: text }).root)).toBe('')
  })
})

describe('the artifacts of other worktrees', () => {
  const { root, write, git } = repository()
  const file = '.workbench/blackboard/w1/analyst.json'
  git('worktree', 'add', '-q', '-b', 'risks', 'trees/risks')
  write(file, example('risk.v1'))
  write(`trees/risks/${file}`, example('risk.v1'))
  write('trees/risks/.workbench/blackboard/w2/<b>tester.json', example('risk.v1'))

  it('are named by the board that does not have them', () => {
    expect(boardOf(root).elsewhere.map(describeElsewhere)).toEqual([
      `<b>tester in w2: branch risks, worktree ${join('trees', 'risks')}`,
    ])
    const other = boardOf(join(root, 'trees/risks'))
    expect(other.elsewhere).toEqual([])
    write('.workbench/blackboard/w3/writer.json', example('adr.v1'))
    expect(other.elsewhere.map(describeElsewhere)).toEqual([
      `writer in w3: branch feature/ledger, worktree ${join('..', '..')}`,
    ])
  })

  it('are in the report, escaped', () => {
    expect(createReport(boardOf(root), new Date())).toContain('&lt;b&gt;tester in w2: branch risks')
  })

  it('are not looked for if the folder of the board is outside of the repository', () => {
    const outside = createProject({ 'w1/analyst.json': example('risk.v1') })
    expect(boardOf(root, outside.root).elsewhere).toEqual([])
  })
})
