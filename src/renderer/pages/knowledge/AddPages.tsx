import { Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract'
import { checkDocument } from '../../../contract/knowledgebases'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { tell } from '../../parts/tell'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { EXAMPLE } from './knowledge-text'

interface Values {
  id: number
  type: 'website'
  links: { link: string }[]
  name: string
  relative_links_limit: number
}

const schema = contract.documents.create['~orpc'].inputSchema!
/** How many further pages are read, unless the person says otherwise; as the service does. */
const FURTHER = 10

/** The addresses in a text, one a line. Most people leave out how an address begins. */
const linksIn = (text: string) =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map(link => ({ link: /^[a-z][a-z+.-]*:/i.test(link) && !/^[\w.-]+:\d/.test(link) ? link : `https://${link}` }))

/** The server of the first address, by which a website is called unless the person gives another name. */
const serverOf = ([first]: { link: string }[]) => (first ? (URL.parse(first.link)?.host ?? '') : '')

/** Adds web pages by their addresses: they and the pages that they link to are read as one document. */
export function AddPages({ base, onClose }: { base: number; onClose: () => void }) {
  const { client } = useDesk()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    saved: { id: base, type: 'website', links: [], name: '', relative_links_limit: FURTHER } as Values,
    isNew: true,
    schema,
    check: checkDocument,
    toSend: values => ({ ...values, name: values.name.trim() || serverOf(values.links) }),
    send: values => client.documents.create(values),
    onSaved: ({ data }) => {
      tell(t('“{name}” is being read.', { name: data.name }))
      onClose()
    },
  })
  const { links } = form.values
  const several = links.length > 1
  if (several) for (const i of links.keys()) form.errorOf(`links.${i}.link`, t('Address {n}', { n: i + 1 }))
  return (
    <DetailPane label={t('Add web pages')} title={t('Add web pages')} onClose={onClose}>
      <form {...form.props} aria-label={t('Add web pages')}>
        <PaneSection title={t('Which pages')}>
          <div className="stack">
            <FormNotice form={form} />
            <Textarea
              ref={field}
              data-field="links"
              label={t('Addresses')}
              description={t('One a line, up to 50.')}
              classNames={{ input: 'mono' }}
              placeholder={EXAMPLE}
              autosize
              minRows={3}
              maxRows={12}
              spellCheck={false}
              value={typed}
              onChange={event => {
                setTyped(event.currentTarget.value)
                form.set({ links: linksIn(event.currentTarget.value) })
              }}
              error={form.errorOf('links', t('Addresses'))}
            />
            <NumberInput
              {...form.field('relative_links_limit', t('Further pages'))}
              description={t('Pages of the same site that these link to, 1 to 50.')}
            />
            <TextInput {...form.field('name', t('Name'))} placeholder={serverOf(links) || t('That of the website')} />
            <div className="row">
              <Button type="submit" variant="filled" loading={form.isSaving}>
                {t('Add web pages')}
              </Button>
              <Button onClick={onClose}>{t('Cancel')}</Button>
            </div>
          </div>
        </PaneSection>
      </form>
      <PaneSection title={t('Good to know')}>
        <p className="soft">
          {t('Pages are read once. When they have changed, read them again: what was read before is used until then.')}
        </p>
      </PaneSection>
      <LeaveDialog form={form} />
    </DetailPane>
  )
}
