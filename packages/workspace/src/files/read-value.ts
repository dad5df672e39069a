import { readFile, tryParse } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import type { WorkingArea } from '../working-area.ts'
import { openConfined } from './confined-file.ts'

/** The value of a JSON file of the working area; undefined if it cannot be read, leads out of the project, or is no JSON. */
export const readValue = (file: string, { root }: WorkingArea): unknown =>
  attempt(() => tryParse(String(openConfined(file, [root], readFile).bytes)))
