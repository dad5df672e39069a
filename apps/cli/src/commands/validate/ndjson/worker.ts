import { parentPort, workerData } from 'node:worker_threads'

import { openContracts } from '@workbench/contracts'
import { findProjectRoot, openArea } from '@workbench/workspace'

import { artifactValidator } from '../artifact-validator.ts'
import { type Chunk, validateChunk } from './validate-chunk.ts'
import type { WorkerSettings } from './worker-pool.ts'

/* The program of a worker thread: replies to each chunk with its result, in the order of the chunks. */

const { id, directory, env, cwd } = workerData as WorkerSettings
const contracts = openContracts({ directory, env, cwd })
const validateText = artifactValidator(contracts, id, openArea(findProjectRoot({ env, cwd })))
parentPort?.on('message', (chunk: Chunk) => {
  parentPort?.postMessage(validateChunk(chunk, validateText, id))
})
