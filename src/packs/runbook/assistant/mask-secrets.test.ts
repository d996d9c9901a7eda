import { growth } from '../../../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

const filler = (length: number) => 'aB3dE6gH9kL2'.repeat(10).slice(0, length)

describe('what people type', () => {
  it.each([
    ['a password', 'the password is Tr0ub4dor&3 for the console'],
    ['a password in Japanese', 'パスワードは Tr0ub4dor&3 です'],
    ['an assignment', 'API_KEY="abcd1234efgh"'],
    ['a flag', 'mysql --password s3cretValue'],
    ['an address', 'postgres://admin:hunter2@db.internal/x'],
    ['a bearer token', `Authorization: Bearer ${filler(20)}`],
    ['a provider’s key', `sk-proj-${filler(24)}`],
    ['a repository’s token', `ghp_${filler(36)}`],
    ['a cloud’s key', 'AKIAABCDEFGHIJKLMNOP'],
    ['a signed token', `eyJ${filler(12)}.${filler(14)}.${filler(20)}`],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----'],
    ['a long random word', `use ${filler(40)} here`],
  ])('loses %s', (_what, text) => {
    const masked = maskSecrets(text)
    expect(masked).toContain('[secret]')
    expect(masked).not.toMatch(/Tr0ub4dor|abcd1234|s3cretValue|hunter2|aB3dE6gH9kL2|AKIAABCD|\nabc\n/)
  })

  it.each([
    'パスワードを変更する手順を教えてください',
    'The password is expired, what do I do?',
    'The token was revoked at 10:15',
    'パスワードは何文字以上ですか',
    'SHA-256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '203.0.113.7 から端末 PC-0123 へ https://example.com/path/to/page',
    '監査ログ /var/log/audit/audit.log を確認する',
  ])('stays as it is without one: %s', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })

  it.each([
    'a1',
    '://',
    ':',
    'は',
    ' ',
    '=',
    '-',
    '- ',
    '= ',
    'a-',
    'password ',
    'パスワードは',
    'sk-',
    'AKIA',
    'eyJ.',
    '-----BEGIN ',
  ])('is looked through in work that grows with its length, and not with its square: %j', async (piece) => {
    const mask = (scale: number) =>
      maskSecrets(`password ${piece.repeat(1000 * scale)} パスワード${piece.repeat(scale)}`)
    expect(await growth(mask)).toBeLessThan(2.3)
  })
})
