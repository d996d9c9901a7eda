import { z } from 'zod'
import { isObject } from '../core/basics/is-object.ts'
import {
  CachedAnswer,
  Cost,
  EvalError,
  HumanLabel,
  message,
  parseJson,
  Run,
  RunNote,
  parsedJson,
} from '../core/index.ts'

/** Returns the error of a damaged row instead of throwing it, so that the other rows can still be read. */
export function unlessDamaged<Value>(read: () => Value): Value | EvalError {
  try {
    return read()
  } catch (error) {
    if (error instanceof EvalError && error.code === 'store') return error
    throw error
  }
}

type StoreRowsRow = Readonly<Record<string, unknown>>

/** The most runs to list when a prefix matches several. */
export const candidatesShown = 10

export function takenOver(runId: string): EvalError {
  return new EvalError('usage', message('run {run} was taken over by another process', { run: runId }), {
    hint: message('Wait for it, or stop it with Ctrl-C where it runs.'),
  })
}

export function runFrom(row: StoreRowsRow): Run {
  try {
    const note =
      row.note === null || row.note === undefined
        ? undefined
        : RunNote.parse(parseJson(String(row.note)), { jitless: true })
    const plan = parseJson(String(row.plan))
    const values = {
      plan: note?.name === undefined || !isObject(plan) ? plan : { ...plan, name: note.name },
      note,
      status: row.status,
      processId: row.process ?? undefined,
      elsewhere: row.elsewhere,
      endedAt: row.ended ?? undefined,
      durationMs: row.duration ?? undefined,
      summary: row.summary === null ? undefined : parseJson(String(row.summary)),
    }
    // Most commands read one run, for which compiling the schema takes longer than interpreting it.
    return Run.parse(values, { jitless: true })
  } catch (cause) {
    throw unreadableRun(row, cause)
  }
}

const MetricsOfPlan = z.object({ metrics: z.array(z.object({ name: z.string() })) })

/** Reads the names of a run's metrics without parsing the rest of its plan. */
export function metricNamesFrom(row: StoreRowsRow): readonly string[] {
  try {
    const { metrics } = MetricsOfPlan.parse(parseJson(String(row.plan)), { jitless: true })
    return metrics.map(({ name }) => name)
  } catch (cause) {
    throw unreadableRun(row, cause)
  }
}

function unreadableRun(row: StoreRowsRow, cause: unknown): EvalError {
  return new EvalError(
    'store',
    message('what the store says about run {run} is not readable', { run: String(row.id) }),
    {
      hint: message('The file may have been changed by another program. The other runs in it are not affected.'),
      cause,
    },
  )
}

export function noSuchRun(runId: string): EvalError {
  return new EvalError('store', message('the store has no run {run}', { run: runId }), {
    hint: message('List the runs to see their ids.'),
  })
}

export function runExists(runId: string): EvalError {
  return new EvalError('usage', message('a run {run} is there already', { run: runId }), {
    hint: message('Resume it, or choose another id.'),
  })
}

export function ambiguous(prefix: string, rows: readonly StoreRowsRow[]): EvalError {
  const shown = rows.slice(0, candidatesShown).map((row) => String(row.id))
  const runs = rows.length > candidatesShown ? [...shown, '…'] : shown
  return new EvalError(
    'usage',
    message('several runs begin with {prefix}: {runs}', { prefix, runs: runs.join(', ') }),
    {
      hint: message('Type more of the id.'),
    },
  )
}

export function labelFrom({ id, body }: Readonly<Record<string, unknown>>): HumanLabel {
  try {
    return HumanLabel.parse({ ...Object(parseJson(String(body))), runId: String(id) })
  } catch (cause) {
    throw new EvalError('store', message('a label of run {run} is not readable', { run: String(id) }), {
      hint: message('The file may have been changed by another program. The other runs in it are not affected.'),
      cause,
    })
  }
}

export function noSuchResult(runId: string, { position, repeat }: Omit<HumanLabel, 'runId'>): EvalError {
  return new EvalError(
    'usage',
    message('run {run} has no result of the case at position {position}, repeat {repeat}', {
      run: runId,
      position,
      repeat,
    }),
    { hint: message('Only a case that has ended can be labelled.') },
  )
}

export function costFrom(text: string, runId: string): Cost {
  try {
    return Cost.parse(parseJson(text))
  } catch (cause) {
    throw new EvalError(
      'store',
      message('a part of what run {run} cost is not readable and not counted', { run: runId }),
      {
        hint: message('The file may have been changed by another program. The other runs in it are not affected.'),
        cause,
      },
    )
  }
}

export function caseEnded(runId: string, position: number, repeat: number): EvalError {
  return new EvalError(
    'store',
    message('run {run}: the case at position {position}, repeat {repeat}, has ended already', {
      run: runId,
      position,
      repeat,
    }),
    { hint: message('Another process may be working on the same run. Stop one of the two and resume.') },
  )
}

export function caseNotBegun(runId: string, position: number, repeat: number, type: string): EvalError {
  return new EvalError(
    'store',
    message('run {run}: {type} came before the start of the case at position {position}, repeat {repeat}', {
      run: runId,
      type,
      position,
      repeat,
    }),
    { hint: message('This is a mistake in the program that wrote it. Please report it.') },
  )
}

/** Returns undefined for a damaged entry, so that the question is asked again and the entry replaced. */
export function cachedAnswer(text: string, at: number): CachedAnswer | undefined {
  return CachedAnswer.safeParse({ ...Object(parsedJson(text)), at }).data
}
