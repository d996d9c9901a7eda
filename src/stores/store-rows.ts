import { z } from 'zod'
import { isObject } from '../core/basics/is-object.ts'
import {
  CachedAnswer,
  Cost,
  EvalError,
  HumanLabel,
  type Message,
  message,
  parseJson,
  Run,
  RunNote,
  parsedJson,
  type Unreadable,
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

/** Reads a row; whatever throws becomes an error that says so. */
function readable<Value>(sentence: Message, read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw new EvalError('store', sentence, {
      hint: message('The file may have been changed by another program. The other runs in it are not affected.'),
      cause,
    })
  }
}

function readableRun<Value>({ id }: StoreRowsRow, read: () => Value): Value {
  return readable(message('what the store says about run {run} is not readable', { run: String(id) }), read)
}

export function runFrom(row: StoreRowsRow): Run {
  return readableRun(row, () => {
    const note = RunNote.optional().parse(jsonIn(row.note), { jitless: true })
    const plan = parseJson(String(row.plan))
    const values = {
      plan: note?.name === undefined || !isObject(plan) ? plan : { ...plan, name: note.name },
      note,
      status: row.status,
      processId: row.process ?? undefined,
      elsewhere: row.elsewhere,
      endedAt: row.ended ?? undefined,
      durationMs: row.duration ?? undefined,
      summary: jsonIn(row.summary),
    }
    // Most commands read one run, for which compiling the schema takes longer than interpreting it.
    return Run.parse(values, { jitless: true })
  })
}

function jsonIn(column: unknown): unknown {
  return column === null || column === undefined ? undefined : parseJson(String(column))
}

/** Reads the runs of rows, and tells the damaged ones. */
export function runsFrom(rows: readonly StoreRowsRow[]): {
  readonly runs: readonly Run[]
  readonly unreadable: readonly Unreadable[]
} {
  const runs: Run[] = []
  const unreadable: Unreadable[] = []
  for (const row of rows) {
    const run = unlessDamaged(() => runFrom(row))
    if (run instanceof EvalError) unreadable.push({ runId: String(row.id), what: 'run', reason: run.sentence })
    else runs.push(run)
  }
  return { runs, unreadable }
}

const MetricsOfPlan = z.object({ metrics: z.array(z.object({ name: z.string() })) })

/** Reads the names of a run's metrics without parsing the rest of its plan; none of an unknown run. */
export function metricNamesFrom(row: StoreRowsRow | undefined): readonly string[] {
  if (row === undefined) return []
  return readableRun(row, () => {
    const { metrics } = MetricsOfPlan.parse(parseJson(String(row.plan)), { jitless: true })
    return metrics.map(({ name }) => name)
  })
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

export function labelFrom({ id, body }: StoreRowsRow): HumanLabel {
  return readable(message('a label of run {run} is not readable', { run: String(id) }), () =>
    HumanLabel.parse({ ...Object(parseJson(String(body))), runId: String(id) }),
  )
}

export function unreadableLabels(rows: readonly StoreRowsRow[]): readonly Unreadable[] {
  return rows.flatMap((row) => {
    const label = unlessDamaged(() => labelFrom(row))
    return label instanceof EvalError ? [{ runId: String(row.id), what: 'label', reason: label.sentence }] : []
  })
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

function costFrom({ id, cost }: StoreRowsRow): Cost | EvalError {
  const sentence = message('a part of what run {run} cost is not readable and not counted', { run: String(id) })
  return unlessDamaged(() => readable(sentence, () => Cost.parse(parseJson(String(cost)))))
}

/** Reads the costs of rows; an unreadable one is returned as empty. */
export function costsFrom(rows: readonly StoreRowsRow[]): readonly Cost[] {
  return rows.map(costFrom).map((cost) => (cost instanceof EvalError ? {} : cost))
}

/** Tells once of each run with a cost that is not readable. */
export function unreadableSpending(rows: readonly StoreRowsRow[]): readonly Unreadable[] {
  const found = new Map<string, Unreadable>()
  for (const row of rows) {
    const [cost, runId] = [costFrom(row), String(row.id)]
    if (cost instanceof EvalError) found.set(runId, { runId, what: 'spending', reason: cost.sentence })
  }
  return [...found.values()]
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
