import { expect, it } from 'vitest'
import { turnsOf } from '../../src/renderer/pages/calls/turns'
import { calledTool, nameInWords, resultInWords, resultValues, toolInWords } from '../../src/renderer/parts/tool-words'

const turn = (text: string) => turnsOf([{ text, type: 'function_call', sender: 'bot', timestamp: 1 }], 0)[0]!

it('the transcript of a call tells in words which tool was called and with what', () => {
  expect(turn('end_call()').text).toBe('End the call')
  expect(turn('search_knowledge({"query":"professional cleaning"})').text).toBe('Looked up “professional cleaning”')
  expect(turn('call_transfer_2({"to":"+12025550124"})').text).toBe('Put the person through · To: +12025550124')
  const booked = turn(
    'book_slot({"day":"Thursday","patientName":"Ada (Byron)","isNew":true,"times":["9:00","10:00"],"at":{"room":2}})',
  )
  expect(booked.text).toBe(
    'Book slot · Day: Thursday · Patient name: Ada (Byron) · Is new: yes · Times: 9:00; 10:00 · At: Room: 2',
  )
  expect(booked.given).toContainEqual(['Patient name', 'Ada (Byron)'])
})

it('a text that is no call of a tool stays as it is', () => {
  for (const text of ['find_slots({"day":', 'something else', 'find_slots("x")']) expect(turn(text).text).toBe(text)
})

it('what a tool answers is told by its names too, and a text stays a text', () => {
  expect(resultValues('{"free":["9:00"],"next_day":null}')).toEqual([
    ['Free', '9:00'],
    ['Next day', '–'],
  ])
  expect(resultInWords('{"ok":true}')).toBe('Ok: yes')
  expect(resultInWords('The call ends.')).toBe('The call ends.')
  expect(resultInWords('{broken')).toBe('{broken')
})

it('a name without words stays as it is', () => {
  expect([nameInWords('_'), nameInWords('find-slots'), nameInWords('CRM_id')]).toEqual(['_', 'Find slots', 'CRM id'])
  expect(toolInWords(calledTool('find_slots', {}))).toBe('Find slots')
})
