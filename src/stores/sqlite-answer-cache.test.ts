import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JudgeReply } from '../core/index.ts'
import { describeAnswerCache } from './answer-cache.contract.ts'
import { openSqliteAnswerCache } from './sqlite-answer-cache.ts'
import { openSqliteStore } from './sqlite-store.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shinsa-answers-'))
  file = join(folder, 'runs.db')
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describeAnswerCache('SQLite in memory', () => openSqliteAnswerCache(':memory:'))
describeAnswerCache('SQLite file', () => openSqliteAnswerCache(file))

describe('openSqliteAnswerCache', () => {
  it('keeps answers from one process to the next, beside the runs of the same file', async () => {
    const store = openSqliteStore(file)
    const first = openSqliteAnswerCache(file)
    await first.set('k', { value: 'kept', reply }, 1)
    await first.close()
    const second = openSqliteAnswerCache(file)
    expect(await second.get('k')).toMatchObject({ value: 'kept' })
    await second.close()
    expect(await store.list()).toEqual([])
    await store.close()
  })

  it('keeps what was answered in the moment before it is closed', async () => {
    const first = openSqliteAnswerCache(file)
    const kept = first.set('k', { value: 'kept', reply }, 1)
    await first.close()
    await kept
    const second = openSqliteAnswerCache(file)
    expect(await second.get('k')).toMatchObject({ value: 'kept' })
    await second.close()
  })

  it('adds its table to a file of the first layout and leaves the runs alone', async () => {
    const old = new DatabaseSync(file)
    old.exec('CREATE TABLE runs (run INTEGER PRIMARY KEY, id TEXT, plan TEXT, summary TEXT)')
    old.exec('CREATE TABLE events (run INTEGER, position INTEGER, repeat INTEGER, seq INTEGER, type TEXT, body TEXT)')
    old.exec(`INSERT INTO runs (id, plan) VALUES ('old', '{}')`)
    old.exec('PRAGMA application_id = 0x5368696e')
    old.exec('PRAGMA user_version = 1')
    old.close()
    const cache = openSqliteAnswerCache(file)
    await cache.set('k', { value: 1, reply }, 1)
    await cache.close()
    const migrated = new DatabaseSync(file, { readOnly: true })
    expect(migrated.prepare('SELECT id FROM runs').all()).toEqual([{ id: 'old' }])
    expect(migrated.prepare('PRAGMA user_version').get()).toEqual({ user_version: 6 })
    migrated.close()
  })

  it.each(['{', '{}', '7', '{"value":1,"reply":{"judge":1}}'])('takes a damaged entry for none: %s', async (body) => {
    const cache = openSqliteAnswerCache(file)
    const other = new DatabaseSync(file)
    other.prepare('INSERT INTO answers (key, answer, at) VALUES (?, ?, ?)').run('k', body, 1)
    other.close()
    expect(await cache.get('k')).toBeUndefined()
    await cache.set('k', { value: 'new', reply }, 2)
    expect(await cache.get('k')).toMatchObject({ value: 'new' })
    await cache.close()
  })

  it('says what is wrong with a file that is no database, and that it is closed', async () => {
    writeFileSync(file, 'x'.repeat(5000))
    expect(() => openSqliteAnswerCache(file)).toThrow(`${file} is not a run store`)
    const cache = openSqliteAnswerCache(':memory:')
    await cache.close()
    await expect(cache.get('k')).rejects.toThrow('the run store :memory: is closed already')
    await expect(cache.set('k', { value: 1, reply }, 1)).rejects.toMatchObject({ code: 'store' })
  })
})

const reply: JudgeReply = { judge: 'j', instruction: 'i@1', raw: 'r', latencyMs: 1, calls: 1 }
