import { resolve } from 'node:path'
import type { RunPlan } from '../../core/index.ts'

/** The same for corresponding runs of successive rounds: the dataset, or the arm of an evaluation in code. */
export function roundKey({ dataset: { path = '' }, origin = {} }: Pick<RunPlan, 'dataset' | 'origin'>): string {
  const { cwd, dataset, evaluation, arm } = origin
  if (typeof evaluation !== 'string') return path
  return JSON.stringify([resolve(String(cwd), String(dataset)), path, evaluation, arm])
}
