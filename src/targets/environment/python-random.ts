/**
 * Returns the numbers in [0, 1) of Python's `random.Random(seed).random()`, so that seeds of ADK configs mean the same
 * here: MT19937 (Matsumoto & Nishimura 1998), seeded by array, 53 bits a number.
 */
export function pythonRandom(seed: number): () => number {
  const state = seededBy(wordsOf(seed))
  let next = length
  const word = () => {
    if (next >= length) {
      twist(state)
      next = 0
    }
    return tempered(at(state, next++))
  }
  return () => {
    const upper = word() >>> 5
    const lower = word() >>> 6
    return (upper * 2 ** 26 + lower) / 2 ** 53
  }
}

const length = 624
const shift = 397

// Python uses the absolute value of the seed in words of 32 bits, lowest first.
function wordsOf(seed: number): readonly number[] {
  const size = BigInt(Math.abs(seed))
  const words = [Number(size & 0xffff_ffffn)]
  for (let rest = size >> 32n; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffff_ffffn))
  return words
}

function seededBy(key: readonly number[]): Uint32Array {
  const state = new Uint32Array(length)
  state[0] = 19_650_218
  for (let i = 1; i < length; i += 1) state[i] = Math.imul(1_812_433_253, mixed(state, i - 1)) + i
  let i = 1
  const advance = () => {
    i += 1
    if (i < length) return
    state[0] = at(state, length - 1)
    i = 1
  }
  for (let step = 0; step < Math.max(length, key.length); step += 1) {
    const j = step % key.length
    state[i] = (at(state, i) ^ Math.imul(mixed(state, i - 1), 1_664_525)) + (key[j] ?? 0) + j
    advance()
  }
  for (let step = 1; step < length; step += 1) {
    state[i] = (at(state, i) ^ Math.imul(mixed(state, i - 1), 1_566_083_941)) - i
    advance()
  }
  state[0] = 0x8000_0000
  return state
}

function twist(state: Uint32Array): void {
  for (let i = 0; i < length; i += 1) {
    const joined = (at(state, i) & 0x8000_0000) | (at(state, (i + 1) % length) & 0x7fff_ffff)
    const odd = joined & 1 ? 0x9908_b0df : 0
    state[i] = at(state, (i + shift) % length) ^ (joined >>> 1) ^ odd
  }
}

function tempered(word: number): number {
  let bits = word ^ (word >>> 11)
  bits ^= (bits << 7) & 0x9d2c_5680
  bits ^= (bits << 15) & 0xefc6_0000
  return (bits ^ (bits >>> 18)) >>> 0
}

function mixed(state: Uint32Array, index: number): number {
  const word = at(state, index)
  return word ^ (word >>> 30)
}

function at(state: Uint32Array, index: number): number {
  return state[index] ?? 0
}
