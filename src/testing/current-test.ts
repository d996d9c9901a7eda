type VitestTask = {
  readonly type?: unknown
  readonly name?: unknown
  readonly suite?: VitestTask
  readonly concurrent?: unknown
  promises?: Promise<unknown>[]
}

/** The test that Vitest runs; undefined in other runners, and where several run at once. */
function currentTest(): VitestTask | undefined {
  const worker: unknown = Reflect.get(globalThis, '__vitest_worker__')
  if (typeof worker !== 'object' || worker === null) return undefined
  const task: VitestTask | undefined = Reflect.get(worker, 'current')
  return task?.type === 'test' && task.concurrent !== true ? task : undefined
}

/** Its name, with the names of what is around it. */
export function currentTestName(): string | undefined {
  const test = currentTest()
  return test === undefined ? undefined : namesOf(test).join(' > ')
}

/**
 * The same work, without which the test is not over: also where nobody waits for it, the test fails with it. Vitest does so with
 * its own `expect(…).resolves`; other runners hear of it as an unhandled rejection.
 */
export function holdTestOpen<Result>(work: Promise<Result>): Promise<Result> {
  const test = currentTest()
  if (test === undefined) return work
  const { promises = [] } = test
  test.promises = promises
  const held = work.finally(() => void promises.splice(promises.indexOf(held), 1))
  promises.push(held)
  return held
}

function namesOf({ name, suite }: VitestTask): readonly string[] {
  const own = typeof name === 'string' && name !== '' ? [name] : []
  return suite === undefined ? own : [...namesOf(suite), ...own]
}
