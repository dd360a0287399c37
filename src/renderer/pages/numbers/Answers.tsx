import { Menu, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PhoneNumber } from '../../../contract/phone-numbers'
import type { Client } from '../../api/client'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { canBeAnswered } from './number-text'
import type { Answerer } from './use-number-actions'

type Assistants = Awaited<ReturnType<Client['assistants']['listAll']>>
const onlyInbound = (all: Assistants) =>
  all.flatMap(({ id, name, type, phone_number_id: number }) => (type === 'inbound' ? [{ id, name, number }] : []))

/** The inbound assistants, with the number that each answers on. Undefined until they are known. */
function useInbound() {
  const { ask } = useDesk()
  return useQuery(ask.assistants.listAll.queryOptions({ input: {}, select: onlyInbound })).data
}

interface Props {
  number: PhoneNumber
  onChoose: (by: Answerer) => void
}

/** What a menu has: the inbound assistants, and nobody. Each can be chosen, so that the keyboard always has a place in it. */
export function AnswerItems({ number, onChoose }: Props) {
  const assistants = useInbound()
  const now = number.answered_by?.id
  const choose = (by: Answerer) => by?.id !== now && onChoose(by)
  return (
    <>
      <Menu.Label>{t('Who answers')}</Menu.Label>
      {assistants?.map(({ id, name, number: other }) => (
        <Menu.Item key={id} onClick={() => choose({ id, name })}>
          {name} <span className="dim">{id === now ? t('now') : other !== null && t('moves here')}</span>
        </Menu.Item>
      ))}
      {assistants?.length === 0 && <Menu.Label>{t('There is no inbound assistant yet.')}</Menu.Label>}
      <Menu.Divider />
      <Menu.Item onClick={() => choose(null)}>
        {t('Nobody')} {now === undefined && <span className="dim">{t('now')}</span>}
      </Menu.Item>
    </>
  )
}

const NOBODY = 'nobody'

/** A field with who answers on a number, which changes it at once. */
export function AnswerField({ number, onChoose }: Props) {
  const assistants = useInbound()
  const known = number.answered_by
  const all = assistants ?? (known ? [{ ...known, number: number.id }] : [])
  return (
    <Select
      label={t('Inbound assistant')}
      description={
        !canBeAnswered(number)
          ? t('Nobody can call this number now.')
          : assistants?.length === 0
            ? t('There is no inbound assistant yet.')
            : t('An assistant answers on one number. One that answers elsewhere moves here.')
      }
      disabled={!canBeAnswered(number)}
      searchable={all.length > 8}
      allowDeselect={false}
      data={[
        ...all.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: NOBODY, label: t('Nobody answers') },
      ]}
      value={known ? String(known.id) : NOBODY}
      onChange={value => {
        const chosen = all.find(({ id }) => String(id) === value)
        onChoose(chosen ? { id: chosen.id, name: chosen.name } : null)
      }}
    />
  )
}
