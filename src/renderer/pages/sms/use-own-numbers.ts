import { useQuery } from '@tanstack/react-query'
import { formatPhone } from '../../parts/format'
import { sendsSms } from '../../phone'
import { useDesk } from '../../stores/use-desk'

/** The numbers of the account that can send SMS, as the options of a list. Null until they are known. */
export function useOwnNumbers() {
  const { ask } = useDesk()
  const { data } = useQuery(ask.phoneNumbers.list.queryOptions({ input: {} }))
  return (
    data?.data.filter(sendsSms).map(({ id, phone_number, nickname }) => ({
      id,
      phone_number,
      label: nickname ? `${formatPhone(phone_number)} · ${nickname}` : formatPhone(phone_number),
    })) ?? null
  )
}
