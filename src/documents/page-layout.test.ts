import { expect, it } from 'vitest'
import { layOutPage } from './page-layout.ts'

it('raises a power whose sign and digits were drawn apart', () => {
  const piece = { y: 100, size: 12, angle: 0 }
  const drawn = [
    { ...piece, text: '10', x: 10, width: 12 },
    { ...piece, text: '−', x: 22, width: 4, y: 97, size: 7 },
    { ...piece, text: '1', x: 26, width: 4, y: 97, size: 7 },
    { ...piece, text: '2', x: 30, width: 4, y: 97, size: 7 },
    { ...piece, text: ' g of CO', x: 34, width: 40 },
    { ...piece, text: '2', x: 74, width: 4, y: 102, size: 7 },
  ]
  expect(layOutPage(drawn).text).toBe('10⁻¹² g of CO2')
})
