import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toEnglish } from '../../core/index.ts'
import { openTraces } from './open-traces.ts'

const trace = (id: string, observations: readonly unknown[]) => ({
  id,
  timestamp: '2026-05-01T10:00:00Z',
  input: 'Is it warm in Kobe?',
  output: 'Yes.',
  observations,
})
const model = {
  id: 'o1',
  traceId: 't1',
  type: 'GENERATION',
  name: 'model',
  input: 'Is it warm in Kobe?',
  output: 'Yes.',
}

async function notesOf(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-traces-'))
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value))
  return (await openTraces(folder)).notes.map(toEnglish)
}

it('says of how many traces the observations are named and not there, as in the lists of Langfuse’s API', async () => {
  const page = { data: [trace('t1', ['o1', 'o2']), trace('t2', ['o3']), trace('t3', [])], meta: { page: 1 } }
  expect(await notesOf({ 'traces.json': page })).toEqual([
    '2 traces name observations that are not there: what happened in them, such as calls of tools, is not known',
  ])
})

it('finds what a trace names beside it, and in other files of the folder', async () => {
  expect(await notesOf({ 'traces.json': [trace('t1', [model])] })).toEqual([])
  expect(await notesOf({ 'a.json': { data: [trace('t1', ['o1'])] }, 'b.json': { data: [model] } })).toEqual([])
})

it('counts the traces that tell of no agent’s or model’s work', async () => {
  const query = { id: 'o2', traceId: 't2', type: 'SPAN', name: 'SELECT 1' }
  const silent = { id: 't2', timestamp: '2026-05-01T10:00:00Z', observations: [query] }
  expect(await notesOf({ 'traces.json': [trace('t1', [model]), silent] })).toEqual([
    '1 of 2 traces left out: of no agent’s or model’s work is told there',
  ])
})
