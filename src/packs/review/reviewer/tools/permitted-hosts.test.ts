import { describe, expect, it } from 'vitest'
import { addressKind } from './network-address.ts'
import { hostRule } from './host-rule.ts'
import { permittedHosts } from './permitted-hosts.ts'

/** What would have to be in the list for a url whose host stands for an address. */
function refusal(entries: readonly string[], url: string, address = '93.184.215.14') {
  const hosts = permittedHosts(entries)
  return hosts.refusalOf(new URL(url)) ?? hosts.refusalAt(new URL(url), address)
}

describe('permitted hosts', () => {
  it('are named by themselves, with their port, or as all below one', () => {
    expect(refusal([], 'https://mcp.example.com/a')).toBe('mcp.example.com')
    expect(refusal(['mcp.example.com'], 'https://mcp.example.com/a')).toBeUndefined()
    expect(refusal(['mcp.example.com'], 'https://MCP.example.COM.:8443')).toBeUndefined()
    expect(refusal(['mcp.example.com:443'], 'https://mcp.example.com')).toBeUndefined()
    expect(refusal(['mcp.example.com:443'], 'http://mcp.example.com')).toBe('mcp.example.com')
    expect(refusal(['mcp.example.com:443'], 'https://mcp.example.com:8443')).toBe('mcp.example.com:8443')
    expect(refusal(['*.example.com'], 'https://a.b.example.com')).toBeUndefined()
    expect(refusal(['*.example.com'], 'https://example.com')).toBe('example.com')
    expect(refusal(['*.example.com'], 'https://notexample.com')).toBe('notexample.com')
    expect(refusal(['*.example.com'], 'https://a.example.com.evil.org')).toBe('a.example.com.evil.org')
    expect(refusal(['日本.example'], 'https://xn--wgv71a.example')).toBeUndefined()
  })

  it('have to be named exactly when they are not on the public internet', () => {
    expect(refusal(['*.corp'], 'http://rules.corp', '10.1.2.3')).toBe('rules.corp')
    expect(refusal(['rules.corp'], 'http://rules.corp', '10.1.2.3')).toBeUndefined()
    expect(refusal(['*.corp', '10.1.2.3'], 'http://rules.corp', '10.1.2.3')).toBeUndefined()
    expect(refusal(['*.corp'], 'http://rules.corp:81', '::1')).toBe('rules.corp:81')
    expect(refusal(['*.localhost'], 'http://a.localhost')).toBe('a.localhost')
    expect(refusal(['127.0.0.1'], 'http://127.0.0.1:80', '127.0.0.1')).toBeUndefined()
    expect(refusal(['127.0.0.1'], 'http://0x7f.1', '127.0.0.1')).toBeUndefined()
    expect(refusal(['127.0.0.1'], 'http://127.0.0.2', '127.0.0.2')).toBe('127.0.0.2')
    expect(refusal(['[::1]:81'], 'http://[0:0::1]:81', '::1')).toBeUndefined()
  })

  it('never hand out the keys of a cloud by a name', () => {
    const url = 'http://metadata.google.internal'
    expect(refusal(['metadata.google.internal'], url, '169.254.169.254')).toBe('169.254.169.254')
    expect(refusal(['metadata.google.internal', '169.254.169.254'], url, '169.254.169.254')).toBeUndefined()
    expect(refusal(['a.example.com'], 'http://a.example.com', 'fe80::1%eth0')).toBe('[fe80::1]')
  })

  it.each([
    '',
    '*',
    '*.',
    'https://mcp.example.com',
    'a/b',
    'a b',
    '*.10.0.0.1',
    'a:b',
    'a:123456',
    'u@h',
    '[::1',
    'a*b',
  ])('are not named by %j', (entry) => expect(hostRule(entry)).toBeUndefined())
})

describe('the kind of an address', () => {
  it.each([
    [
      'public',
      ['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'],
    ],
    [
      'private',
      [
        '127.0.0.1',
        '127.255.0.9',
        '0.0.0.0',
        '10.0.0.1',
        '172.31.255.255',
        '192.168.1.1',
        '100.64.0.1',
        '255.255.255.255',
      ]
        .concat(['224.0.0.1', '198.18.0.1', '::1', '::', 'fc00::1', 'fdff::1', 'ff02::1', '2001:db8::1', '::127.0.0.1'])
        .concat([
          '::ffff:127.0.0.1',
          '::ffff:7f00:1',
          '::FFFF:10.0.0.1',
          '64:ff9b::7f00:1',
          '2002:7f00:1::',
          '2001::1',
        ]),
    ],
    [
      'metadata',
      ['169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::1%eth0', 'febf::1', '::ffff:169.254.169.254'].concat([
        '64:ff9b::a9fe:a9fe',
        '2002:a9fe:a9fe::1',
        'fd00:ec2::254',
        '100.100.100.200',
        '168.63.129.16',
        'x',
        '',
      ]),
    ],
  ])('is %s', (kind, addresses) => {
    expect(addresses.map((address) => [address, addressKind(address)])).toEqual(addresses.map((one) => [one, kind]))
  })
})
