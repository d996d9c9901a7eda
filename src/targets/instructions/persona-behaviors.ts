import type { InstructionLanguage, Persona } from '../../core/index.ts'

type Behavior = Persona['behaviors'][number]
type PersonaBehaviorsWords = Omit<Behavior, 'name'>

/** Traits of a simulated user. Reports and judges show their names. */
export type BehaviorKind =
  | 'advance_with_details'
  | 'advance_with_goal_only'
  | 'answer_relevant_only'
  | 'answer_all'
  | 'correct_agent'
  | 'do_not_correct_agent'
  | 'troubleshoot_once'
  | 'end_after_first_failure'
  | 'end_after_second_failure'
  | 'tone_professional'
  | 'tone_conversational'

export function behavior(kind: BehaviorKind, language: InstructionLanguage): Behavior {
  return { name: kind, ...words[language][kind] }
}

const english: Readonly<Record<BehaviorKind, PersonaBehaviorsWords>> = {
  advance_with_details: {
    description: 'Works through the plan one goal at a time, and asks for each with everything it takes.',
    instructions: [
      'Once a goal is reached, go on to the next one that is still open.',
      'Ask for one goal per message, and put in all that the plan says about it.',
    ],
    violations: [
      'The message leaves out a detail of the plan without which its request cannot be carried out.',
      'The message asks for several goals of the plan at once.',
      'The message asks again for something that the agent has already done.',
      'The message wants something, or states a fact, that the plan does not have.',
    ],
  },
  advance_with_goal_only: {
    description: 'Says what it wants and leaves it to the agent to find out the rest.',
    instructions: [
      'Once a goal is reached, go on to the next one that is still open.',
      'Ask for one goal per message, in a few words, and keep the details until the agent wants to know them.',
    ],
    violations: [
      'The message gives a detail that the agent has not asked for.',
      'The message asks for several goals of the plan at once.',
      'The message asks again for something that the agent has already done.',
      'The message makes up a goal or a fact that neither the plan nor the agent has brought up.',
    ],
  },
  answer_relevant_only: {
    description: 'Answers what serves the plan, and leads back to it from everything else.',
    instructions: [
      'Answer a question with what the plan says, and with no more than was asked.',
      'Where the plan does not say it, say that you do not know.',
      'Pass over questions that have nothing to do with the plan, and remind the agent of what you came for.',
    ],
    violations: ['The message goes into a question of the agent that has nothing to do with the plan.'],
  },
  answer_all: {
    description: 'Answers every question of the agent, small talk included.',
    instructions: [
      'Leave no question of the agent without an answer.',
      'Take facts about your request from the plan only; where it does not say, admit that you do not know.',
    ],
    violations: [
      'The message leaves a question of the agent unanswered.',
      'The message answers with a made-up fact where it should have said that it does not know.',
    ],
  },
  correct_agent: {
    description: 'Notices mistakes of the agent and has them put right.',
    instructions: [
      'When the agent says something wrong or contradicts itself, say so and say what is right.',
      'When the agent has done the wrong thing, ask for it to be undone or repaired.',
    ],
    violations: [
      'The agent said something wrong, and the message goes on as if it were right.',
      'The agent acted on a risky guess of its own, and the message lets it pass.',
    ],
  },
  do_not_correct_agent: {
    description: 'Does not argue with an agent that is wrong; it leaves.',
    instructions: ['When the agent says something wrong or makes no sense, write {{ stop_signal }} and nothing else.'],
    violations: ['The agent was wrong, and the message sets it right.'],
  },
  troubleshoot_once: {
    description:
      'Helps the agent over one failure in the whole conversation. A question of the agent is no failure; not doing or not giving what the plan asks for is one.',
    instructions: [
      'When the agent fails for the first time, help it along: rephrase, or try another way.',
      'Look through the conversation for help that you have already given; do not help a second time.',
    ],
    violations: [
      'The message gives up at the very first failure.',
      'The agent has failed twice, and the message goes on without {{ stop_signal }}.',
    ],
  },
  end_after_first_failure: {
    description:
      'Is done when all goals are confirmed, when a person takes over, or when the agent fails once. A question of the agent is no failure.',
    instructions: [
      'Write {{ stop_signal }} when one of these is so, and never before.',
      'A goal counts as reached when the agent has said that it is.',
      'Look at the last answer of the agent: if it failed, this is the end.',
    ],
    violations: [
      'One of the ends has come, and the message has no {{ stop_signal }}.',
      'None of the ends has come, and the message has {{ stop_signal }} in it.',
      'The agent failed, and the message tries on.',
    ],
  },
  end_after_second_failure: {
    description:
      'Is done when all goals are confirmed, when a person takes over, when the agent has made a mistake that cannot be undone, or when it fails for the second time. A question of the agent is no failure.',
    instructions: [
      'Write {{ stop_signal }} when one of these is so, and never before.',
      'A goal counts as reached when the agent has said that it is.',
      'Count the failures of the agent from the start of the conversation: the second is the end.',
    ],
    violations: [
      'One of the ends has come, and the message has no {{ stop_signal }}.',
      'None of the ends has come, and the message has {{ stop_signal }} in it.',
    ],
  },
  tone_professional: {
    description: 'Writes like a professional: exact and to the point. {{ stop_signal }} does not count as style.',
    instructions: [
      'Use the right terms and whole sentences.',
      'Leave out slang, emoji, chit-chat and private remarks.',
    ],
    violations: [
      'The message has slang, emoji or careless abbreviations.',
      'The message has chit-chat or private remarks in it.',
    ],
  },
  tone_conversational: {
    description: 'Writes as people chat: short and plain. {{ stop_signal }} does not count as style.',
    instructions: ['Use everyday words and short sentences.', 'Leave out jargon and stiff phrases.'],
    violations: [
      'The message reads like a specification or an official letter.',
      'The message uses jargon where an everyday word would do.',
    ],
  },
}

const japanese: Readonly<Record<BehaviorKind, PersonaBehaviorsWords>> = {
  advance_with_details: {
    description: '計画の目標を一つずつ進め、依頼するときは必要なことをすべて伝える。',
    instructions: [
      '目標が達成されたら、まだ残っている次の目標に進む。',
      '一度のメッセージで頼む目標は一つにし、それについて計画に書かれていることをすべて含める。',
    ],
    violations: [
      '計画にある情報のうち、依頼の実行に欠かせないものがメッセージから抜けている。',
      '一つのメッセージで計画の複数の目標を頼んでいる。',
      'エージェントがすでに済ませたことを再び頼んでいる。',
      '計画にない要望や事実を述べている。',
    ],
  },
  advance_with_goal_only: {
    description: 'してほしいことだけを言い、残りはエージェントが聞き出すのに任せる。',
    instructions: [
      '目標が達成されたら、まだ残っている次の目標に進む。',
      '一度のメッセージで頼む目標は一つにし、短く言う。詳細は尋ねられるまで言わない。',
    ],
    violations: [
      'エージェントが尋ねていない詳細を伝えている。',
      '一つのメッセージで計画の複数の目標を頼んでいる。',
      'エージェントがすでに済ませたことを再び頼んでいる。',
      '計画にもエージェントの発言にもない目標や事実を作り出している。',
    ],
  },
  answer_relevant_only: {
    description: '計画に関わることには答え、それ以外からは計画に話を戻す。',
    instructions: [
      '質問には計画に書かれていることで、聞かれた範囲だけ答える。',
      '計画に書かれていないことは、分からないと伝える。',
      '計画と関係のない質問には答えず、何のために来たのかを思い出させる。',
    ],
    violations: ['計画と関係のないエージェントの質問に応じている。'],
  },
  answer_all: {
    description: '雑談も含め、エージェントの質問すべてに答える。',
    instructions: [
      'エージェントの質問を一つも残さず答える。',
      '依頼に関する事実は計画からだけ取り、書かれていなければ分からないと認める。',
    ],
    violations: ['エージェントの質問に答えていないものがある。', '分からないと言うべきところで、作り話で答えている。'],
  },
  correct_agent: {
    description: 'エージェントの誤りに気づき、直させる。',
    instructions: [
      'エージェントが間違ったことや矛盾したことを言ったら、それを指摘し、正しい内容を伝える。',
      'エージェントが間違ったことをしたら、取り消しややり直しを求める。',
    ],
    violations: [
      'エージェントの間違った発言を、正しいものとして話を進めている。',
      'エージェントが危うい推測で行動したのに、見過ごしている。',
    ],
  },
  do_not_correct_agent: {
    description: '間違ったエージェントとは議論せず、立ち去る。',
    instructions: ['エージェントが間違ったことや筋の通らないことを言ったら、{{ stop_signal }} とだけ書く。'],
    violations: ['エージェントの誤りを正している。'],
  },
  troubleshoot_once: {
    description:
      'エージェントの失敗を助けるのは、会話全体で一度だけ。質問は失敗ではない。計画が求めることをしない、または示さないことが失敗である。',
    instructions: [
      '最初の失敗のときは、言い換えや別の方法で助ける。',
      'すでに助けたかどうかを会話で確かめ、二度目は助けない。',
    ],
    violations: [
      '最初の失敗ですぐにあきらめている。',
      'エージェントが二度失敗したのに、{{ stop_signal }} を書かずに続けている。',
    ],
  },
  end_after_first_failure: {
    description:
      'すべての目標が確認されたとき、人に引き継がれたとき、エージェントが一度失敗したときに終える。質問は失敗ではない。',
    instructions: [
      'このどれかに当たるときに {{ stop_signal }} を書き、それより前には書かない。',
      '目標は、エージェントが済んだと言ったときに達成とみなす。',
      'エージェントの最後の返答を見て、失敗していればそこで終える。',
    ],
    violations: [
      '終えるべきときなのに {{ stop_signal }} がない。',
      '終えるべきときではないのに {{ stop_signal }} がある。',
      'エージェントが失敗したのに、続けようとしている。',
    ],
  },
  end_after_second_failure: {
    description:
      'すべての目標が確認されたとき、人に引き継がれたとき、取り返しのつかない誤りがあったとき、エージェントが二度目に失敗したときに終える。質問は失敗ではない。',
    instructions: [
      'このどれかに当たるときに {{ stop_signal }} を書き、それより前には書かない。',
      '目標は、エージェントが済んだと言ったときに達成とみなす。',
      '会話の初めからエージェントの失敗を数え、二度目で終える。',
    ],
    violations: [
      '終えるべきときなのに {{ stop_signal }} がない。',
      '終えるべきときではないのに {{ stop_signal }} がある。',
    ],
  },
  tone_professional: {
    description: '仕事の文章のように、正確に要点を書く。{{ stop_signal }} は文体に数えない。',
    instructions: ['正しい用語と整った文を使う。', '俗語、絵文字、雑談、私的な話を入れない。'],
    violations: ['俗語、絵文字、くだけた略語がある。', '雑談や私的な話がある。'],
  },
  tone_conversational: {
    description: '普段のチャットのように、短く平易に書く。{{ stop_signal }} は文体に数えない。',
    instructions: ['日常の言葉と短い文を使う。', '専門用語や堅い言い回しを使わない。'],
    violations: ['仕様書や公的な手紙のように読める。', '日常の言葉で足りるところに専門用語を使っている。'],
  },
}

const words = { en: english, ja: japanese }
