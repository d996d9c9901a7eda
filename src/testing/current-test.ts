type VitestTask = {
  readonly type?: unknown
  readonly name?: unknown
  readonly suite?: VitestTask
  readonly concurrent?: unknown
  readonly file?: VitestTask
  promises?: Promise<unknown>[]
}

/** Returns the test that Vitest is running; undefined in other runners, and with concurrent tests. */
function currentTest(): VitestTask | undefined {
  const worker: unknown = Reflect.get(globalThis, '__vitest_worker__')
  if (typeof worker !== 'object' || worker === null) return undefined
  const task: VitestTask | undefined = Reflect.get(worker, 'current')
  return task?.type === 'test' && task.concurrent !== true ? task : undefined
}

/** Returns the test's full name, numbered from its second conversation on. */
export function currentTestName(): string | undefined {
  const test = currentTest()
  if (test === undefined) return undefined
  const begun = (conversations.get(test) ?? 0) + 1
  conversations.set(test, begun)
  const file = typeof test.file?.name === 'string' ? [test.file.name] : []
  const name = [...file, ...namesOf(test)].join(' > ')
  return begun === 1 ? name : `${name} (${begun})`
}

const conversations = new WeakMap<VitestTask, number>()

/**
 * Makes Vitest's test wait for the work and fail with it even without an await, as `expect(…).resolves` does; in other runners the
 * rejection is unhandled. `instead` is no longer waited for.
 */
export function holdTestOpen<Result>(work: Promise<Result>, instead?: Promise<unknown>): Promise<Result> {
  const test = currentTest()
  if (test === undefined) return work
  const promises = (test.promises ?? []).filter((held) => held !== instead)
  const held = work.finally(() => {
    test.promises = test.promises?.filter((one) => one !== held) ?? []
  })
  test.promises = [...promises, held]
  return held
}

function namesOf({ name, suite }: VitestTask): readonly string[] {
  const own = typeof name === 'string' && name !== '' ? [name] : []
  return suite === undefined ? own : [...namesOf(suite), ...own]
}
