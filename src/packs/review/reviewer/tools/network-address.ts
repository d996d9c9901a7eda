import { BlockList, isIP } from 'node:net'

/**
 * `metadata` is link-local, where clouds serve credentials, and the addresses that some clouds use instead. `private`
 * is every other address outside the public internet, including this machine.
 */
export type AddressKind = 'public' | 'private' | 'metadata'

/** Classifies an IPv4 or IPv6 address. Invalid addresses count as `metadata`, the most restricted kind. */
export function addressKind(address: string): AddressKind {
  const family = isIP(address)
  if (family === 0) return 'metadata'
  const embedded = family === 6 ? embeddedIpv4(address) : undefined
  if (embedded !== undefined) return addressKind(embedded)
  const type = family === 4 ? 'ipv4' : 'ipv6'
  if (metadata.check(address, type)) return 'metadata'
  if (family === 6 && !global.check(address, 'ipv6')) return 'private'
  return special.check(address, type) ? 'private' : 'public'
}

const metadata = blockList(
  ['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
  ['fe80::/10', 'fd00:ec2::254/128', 'fd20:ce::254/128'],
)

/** The only IPv6 block that is assigned to the public internet. */
const global = blockList([], ['2000::/3'])

/** Special-purpose addresses by the IANA registries (IPv4 and within `2000::/3`), and multicast. */
const special = blockList(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  ['2001::/23', '2001:db8::/32', '3fff::/20'],
)

function blockList(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList()
  for (const [subnets, type] of [
    [ipv4, 'ipv4'],
    [ipv6, 'ipv6'],
  ] as const) {
    for (const subnet of subnets) {
      const [net = '', bits = ''] = subnet.split('/')
      list.addSubnet(net, Number(bits), type)
    }
  }
  return list
}

/** Returns the IPv4 address inside a mapped, NAT64 or 6to4 address. */
function embeddedIpv4(address: string): string | undefined {
  const groups = groupsOf(address)
  const of = (first: number) => {
    const [high = 0, low = 0] = groups.slice(first, first + 2)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  const leading = groups.slice(0, 6).join(':')
  if (leading === '0:0:0:0:0:65535' || leading === '100:65435:0:0:0:0') return of(6)
  return groups[0] === 0x2002 ? of(1) : undefined
}

/** Returns the eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  // The URL parser normalizes the address, including an IPv4 part with dots.
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  if (tail === undefined) return numbersOf(head)
  const [before, after] = [numbersOf(head), numbersOf(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function numbersOf(groups: string): readonly number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16))
}
