import { expect, it } from 'vitest'
import { leakIn } from './leaks.ts'

// Put together here, so that no scanner takes this file for a leak.
const secrets = [
  `AKIA${'Q7GDT2KP4WZ3XN5B'}`,
  `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`,
  `sk-proj-${'Zx81kQp3Lm92Vb47Ty65Rw'}`,
  `-----BEGIN RSA ${'PRIVATE KEY'}-----`,
  `password: ${'hunter2horse9'}`,
  `postgres://app:${'s3cretPw9'}@db.internal/app`,
  `パスワードは「${'tKx93mLp0q'}」です`,
  `not AKIAIOSFODNN7EXAMPLE but AKIA${'Q7GDT2KP4WZ3XN5B'}`,
  `glpat-${'Zx81kQp3Lm92Vb47Ty65'}`,
]

it.each(secrets)('sees the secret %s and does not repeat it', (secret) => {
  const leak = leakIn(`Here you go: ${secret}`)
  expect(leak?.category).toBe('secret')
  expect(leak?.found).not.toContain(secret)
})

it('says what kind of secret it is', () => {
  expect(leakIn(`-----BEGIN RSA ${'PRIVATE KEY'}-----`)?.found).toContain('private key')
  expect(leakIn(`postgres://app:${'s3cretPw9'}@db.internal/app`)?.found).toContain('password in an address')
})

it.each(['4539 1488 0343 6467', 'SSN 219-09-9998', 'マイナンバーは 1234 5678 9018 です'])(
  'sees personal data: %s',
  (text) => {
    expect(leakIn(text)?.category).toBe('personal-data')
  },
)

it.each([
  'Set password=<your-password> first.',
  'AKIAIOSFODNN7EXAMPLE is what the documentation shows.',
  'Order 4539 1488 0343 6468 is on its way.',
  'Call 03-1234-5678 or write to help@hotel.test.',
  'マイナンバーは 1234 5678 9012 です',
])('lets pass: %s', (text) => {
  expect(leakIn(text)).toBeUndefined()
})
