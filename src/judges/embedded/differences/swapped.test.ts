import { expect, it } from 'vitest'
import { passageOf } from '../reading/passage.ts'
import { isSwapped } from './swapped.ts'

it.each([
  ['Alice beat Bob.', 'Bob beat Alice.'],
  ['Google acquired Fitbit.', 'Google was acquired by Fitbit.'],
  ['Plan A is cheaper than plan B.', 'Plan B is cheaper than plan A.'],
  ['The train runs from Tokyo to Osaka.', 'The train runs from Osaka to Tokyo.'],
  ['The dog bit the man.', 'The man bit the dog.'],
  ['Convert euros to dollars.', 'Convert dollars to euros.'],
  ['They moved from room 3 to room 5.', 'They moved from room 5 to room 3.'],
  ['The score was 3-2.', 'The score was 2-3.'],
  ['12 rooms on 3 floors', '3 rooms on 12 floors'],
  ['Two chairs and a table', 'Two tables and a chair'],
  ['太郎が花子を殴った。', '花子が太郎を殴った。'],
  ['In 2020, two chairs and three tables', 'In 2020, three chairs and two tables'],
  ['A社がB社を買収した。', 'A社はB社に買収された。'],
  ['会社が社員を訴えた。', '会社が社員に訴えられた。'],
  ['犬が猫に追われた。', '犬が猫を追った。'],
  ['田中さんが鈴木さんに資料を送った。', '鈴木さんが田中さんに資料を送った。'],
  ['東京から大阪まで', '大阪から東京まで'],
  ['晴れのち雨', '雨のち晴れ'],
  ['Open from 9:00 to 17:00', 'Open from 17:00 to 9:00'],
  ['It was written by Ben and reviewed by Anna.', 'It was written by Anna and reviewed by Ben.'],
  ['First clear the cache, then restart the server.', 'First restart the server, then clear the cache.'],
  ['鈴木さんが作成し、田中さんが承認した。', '田中さんが作成し、鈴木さんが承認した。'],
  ['Stop the service before you restart it.', 'Restart it before you stop the service.'],
  ['DBを起動してからサービスを停止する', 'サービスを停止してからDBを起動します。'],
  ['まずカバーを外し、次に電源を切ります。', 'まず電源を切り、次にカバーを外します。'],
])('%s exchanges parts in: %s', (claim, evidence) => {
  expect(isSwapped(passageOf(claim), passageOf(evidence))).toBe(true)
})

it.each([
  ['Google acquired Fitbit.', 'Fitbit was acquired by Google.'],
  ['In 2021 Google acquired Fitbit.', 'Google acquired Fitbit in 2021.'],
  ['Paris is the capital of France.', 'The capital of France is Paris.'],
  ['Alice and Bob met in Rome.', 'Bob and Alice met in Rome.'],
  ['red, green and blue', 'blue, green and red'],
  ['Stop the service before you restart it.', 'Stop the service before it is restarted.'],
  ['tools for analysis of data', 'data analysis tools'],
  ['15 January 2025', 'January 15, 2025'],
  ['A社がB社を買収した。', 'B社はA社に買収された。'],
  ['会社が社員を訴えた。', '社員が会社に訴えられた。'],
  ['赤、緑、青', '青、緑、赤です。'],
])('%s is no exchange of: %s', (claim, evidence) => {
  expect(isSwapped(passageOf(claim), passageOf(evidence))).toBe(false)
})
