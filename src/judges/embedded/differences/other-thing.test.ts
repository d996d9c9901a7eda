import { describe, expect, it } from 'vitest'
import { otherThingIn, putsAnother } from './other-thing.ts'

describe('what an answer says of another thing', () => {
  it.each([
    ['Where is order A17?', 'Order A17 is in Kobe.', 'Order B99 is in Kobe.', 'B99', 'A17'],
    ['Where is order A17?', 'Kobe', 'Order B99 is in Kobe.', 'B99', 'A17'],
    ['What is the weather in Kyoto?', 'It is 21 degrees in Kyoto.', 'It is 21 degrees in Osaka.', 'osaka', 'kyoto'],
    ['How much is the blue box?', 'The blue box costs 5 euros.', 'The red box costs 5 euros.', 'red', 'blue'],
    ['What does customer 4471 owe?', '$12', 'Customer 4417 owes $12.', '4417', '4471'],
    ['When?', 'On Monday', 'On Tuesday', 'tuesday', 'monday'],
    [
      'Where is the driver?',
      'https://example.com/win',
      'https://example.com/mac',
      'https://example.com/mac',
      'https://example.com/win',
    ],
    [
      'Where is the config?',
      '/etc/nginx/nginx.conf',
      'It is `/etc/nginx/conf.d/default.conf`.',
      '/etc/nginx/conf.d/default.conf',
      '/etc/nginx/nginx.conf',
    ],
    ['Who may I ask?', 'help@example.com', 'sales@example.com', 'sales@example.com', 'help@example.com'],
    ['Which version?', 'Version 2.4.1', 'Version 2.4.2', '2.4.2', '2.4.1'],
    ['How warm?', '18 °C', '18 °F', '18 fahrenheit', '18 celsius'],
    ['注文A17はどこですか。', '神戸です。', '注文B99は神戸です。', 'B99', 'A17'],
    ['赤い箱はどこですか。', '倉庫です。', '青い箱は倉庫です。', '青い', '赤い'],
    ['保存期間は?', '90日です。', '90か月です。', '90 月間', '90 日'],
  ])('is certain: %s %s / %s', (question, reference, answer, said, instead) => {
    expect(otherThingIn({ question, reference, answer })).toMatchObject({ said, instead, certain: true })
  })

  it.each([
    ["When does Bob's flight leave?", '3 pm', "Carol's flight leaves at 3 pm."],
    ['Who signed the lease of unit 4B?', 'Unit 4B was leased by Maria Lopez.', 'Unit 5C was leased by Maria Lopez.'],
    ["How old is Emma's brother?", "Emma's brother is 14.", 'Emma is 14.'],
    ['Where is it?', 'In Kobe', 'In Kobe and Osaka'],
    ['Which city?', 'Nice', 'Paris, Lyon, or Nice.'],
    ['Who wrote it?', 'Jane Austen', 'It was written by Charlotte Bronte or by Jane Austen.'],
    ['When?', 'May 18, 2018', 'On May 18, 2018 or May 18, 2019.'],
    ['Where?', 'Room 12', 'Room 12 or room 14'],
    ['How many?', '300', '300 or 400 guests'],
    ['Who?', 'Anna Schmidt', 'Peter Schmidt'],
    ['どこですか。', 'パリです。', 'パリかロンドンです。'],
    ['いつですか。', '3月31日', '3月30日または31日です。'],
    ['Which colour?', 'red', 'It is red and yellow.'],
    ['田中さんの会議は何時ですか。', '午後3時', '鈴木さんの会議は午後3時です。'],
    ['締切はいつですか。', '報告書の締切は3月31日です。', '請求書の締切は3月31日です。'],
    ['どこですか。', '神戸です。', '神戸と大阪です。'],
    // 7日 is a date or a duration.
    ['保存期間は?', '7日です。', '7時間です。'],
    ['保存期間は?', '20年です。', '20日です。'],
    ['何回ですか。', '1日です。', '1回です。'],
    // Letters are counted by either word, and 度 are times as well as degrees.
    ['何通届きましたか。', '8通です。', '8件です。'],
    ['何度ですか。', '40度です。', '40℃です。'],
  ])('is a doubt: %s %s / %s', (question, reference, answer) => {
    expect(otherThingIn({ question, reference, answer })).toMatchObject({ certain: false })
  })

  it.each([
    ['Where is order A17?', 'Order A17 is in Kobe.', 'Kobe'],
    ['Where is flight JL 123?', 'JL 123 is at gate 12.', 'JL123 is at gate 12.'],
    ['How heavy is it?', '5 kg', 'It weighs 5,000 grams.'],
    ['When?', 'At 3 pm on March 4, 2024', 'On 2024-03-04 at 15:00'],
    ['What does it cost?', 'CHF 300', '300 Swiss francs'],
    ['Who wrote it?', 'Jane Austen', 'It was Jane Austen, an English novelist.'],
    ['How do I pay?', 'By card or bank transfer', 'You can pay by card or by bank transfer.'],
    ['How many guests were there?', '300', 'There were 300 guests or more.'],
    ['支払い方法は?', 'カードまたは銀行振込', 'お支払いはカードまたは銀行振込です。'],
    ['何色ですか。', '白', '白色です。'],
    ['いつまでですか。', '14日以内', '購入後十四日以内にお願いします。'],
    ['どこで行われますか。', '7階', '7階で開催されます。'],
    ['期間は?', '7日です。', '7日間です。'],
    ['何回目ですか。', '3回目です。', '3度目です。'],
  ])('is nothing where it says the same: %s %s / %s', (question, reference, answer) => {
    expect(otherThingIn({ question, reference, answer })).toBeUndefined()
  })

  it('is looked for in the point that an answer makes', () => {
    const stated = 'The blue bicycle costs 250 euros.'
    expect(putsAnother({ stated, said: 'The red bicycle costs 250 euros.' })).toBe(true)
    expect(putsAnother({ stated, said: 'At Berg, the blue bicycle costs 250 euros, and the red one 300.' })).toBe(false)
  })
})
