import { decoded, usePlace } from '../../router'
import { PeopleList } from './PeopleList'
import { PersonPage } from './PersonPage'

/** The list of people, or the page of one person, as the address says. */
export function PeoplePages() {
  const number = decoded(usePlace().path.split('/')[2] ?? '')
  return number === '' ? <PeopleList /> : <PersonPage key={number} number={number} />
}
