import { isMemoryPath } from '@workbench/workspace'

test.each([
  ['.workbench/memory/fact-0001.json', true],
  ['.workbench/memory/old/fact-0001.json', true],
  ['.workbench/memory', false],
  ['.workbench/memory-2/fact-0001.json', false],
  ['.workbench/blackboard/w1/a.json', false],
  ['src/.workbench/memory/fact-0001.json', false],
])('isMemoryPath(%j) is %j', (path, expected) => {
  expect(isMemoryPath(path)).toBe(expected)
})
