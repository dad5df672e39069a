import { runGit } from '../git.js'

/* Fails if git has no name and no e-mail address for a commit. Before the build, which takes longer. */

try {
  for (const variable of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) runGit(['var', variable])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('A release is a commit; run git config user.name <name> and git config user.email <address>')
  process.exitCode = 1
}
