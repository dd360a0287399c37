import { Menu, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { contract } from '../../../contract'
import { checkTool, type Tool, toolDefaults, toolMethods } from '../../../contract/tools'
import { FormActions, FormNotice, FormState } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { DetailPane } from '../../parts/DetailPane'
import { FieldRow, FormSection } from '../../parts/FormSection'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { PageHeader } from '../../parts/PageHeader'
import { tell } from '../../parts/tell'
import { go } from '../../router'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { AboutTool } from './AboutTool'
import { builtInHint } from './built-in'
import { Headers } from './Headers'
import { Parameters } from './Parameters'
import { TryIt } from './TryIt'
import { examples, type Values } from './tool-text'
import css from './tools.module.css'
import { useToolRemoval } from './use-tool-removal'

const schema = contract.tools.create['~orpc'].inputSchema!

/** All settings of a tool, and a pane in which it is tried. `isCopy`: a new tool with the settings of this one. */
export function ToolForm({ tool, isCopy }: { tool: Tool | null; isCopy: boolean }) {
  const { client } = useDesk()
  const isNew = tool === null || isCopy
  const removal = useToolRemoval(() => go('/tools'))
  const form = useForm({
    saved: valuesOf(tool, isCopy),
    isNew,
    schema,
    check: checkTool,
    send: async (values: Values, changes: Partial<Values>) => {
      const { data } = isNew
        ? await client.tools.create(values)
        : await client.tools.update({ id: tool.id, ...changes })
      return data
    },
    onSaved: ({ id, name }) => {
      tell(t('“{name}” is saved.', { name }))
      if (isNew) go(`/tools/${id}`)
    },
  })
  const { values } = form
  const hint = builtInHint(values.name)
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Tools'), '/tools']]}
        title={isNew ? t('New tool') : tool.name}
        stays
        badge={<FormState form={form} />}
        actions={
          <>
            <FormActions form={form} word={isNew ? t('Create') : t('Save')} />
            {!isNew && (
              <MoreMenu>
                <Menu.Item onClick={() => go('/tools/new', { of: tool.id })}>{t('Make a copy')}</Menu.Item>
                <Menu.Divider />
                <Menu.Item className="danger" onClick={() => removal.remove(tool)}>
                  {t('Delete tool')}
                </Menu.Item>
              </MoreMenu>
            )}
          </>
        }
      />
      <div className={layout.split}>
        <div className={layout.scroll}>
          <form {...form.props} className={layout.form} aria-label={t('Tool')}>
            <FormNotice form={form} />
            <FormSection
              title={t('Tool')}
              help={t('The assistant knows a tool by its name, and decides by the description when to use it.')}
            >
              <div>
                <TextInput
                  {...form.field('name', t('Name'))}
                  classNames={{ input: 'mono' }}
                  placeholder={examples.name}
                  spellCheck={false}
                  onChange={event => form.set({ name: asName(event.currentTarget.value) })}
                />
                {hint && (
                  <p className={css.hint} role="status">
                    {hint}
                  </p>
                )}
              </div>
              <Textarea
                {...form.field('description', t('When to use it'))}
                placeholder={t('Finds a free table, once it is known for when and how many people')}
                autosize
                minRows={2}
              />
            </FormSection>
            <FormSection
              title={t('Request')}
              help={t(
                'What stands in single braces in the address is replaced by the parameter of that name, in double braces by a variable of the call.',
              )}
            >
              <FieldRow columns="110px minmax(0, 1fr)">
                <Select
                  {...form.field('method', t('Method'))}
                  allowDeselect={false}
                  data={toolMethods.map(method => ({ value: method, label: method }))}
                />
                <TextInput
                  {...form.field('endpoint', t('Address'))}
                  classNames={{ input: 'mono' }}
                  placeholder={examples.endpoint}
                  spellCheck={false}
                />
              </FieldRow>
              <FieldRow columns="minmax(0, 1fr)">
                <NumberInput
                  {...form.field('timeout', t('Waits for an answer'))}
                  w={150}
                  placeholder={t('1 to 30 seconds')}
                  suffix={` ${t('{n, plural, one {second} other {seconds}}', { n: Number(values.timeout) })}`}
                />
              </FieldRow>
            </FormSection>
            <FormSection
              title={t('Parameters')}
              help={
                values.method === 'GET' || values.method === 'DELETE'
                  ? t('What the assistant gives, each time all of them. They go into the query of the address.')
                  : t('What the assistant gives, each time all of them. They go into the body, as JSON.')
              }
            >
              <Parameters form={form} />
            </FormSection>
            <FormSection
              title={t('Headers')}
              help={t(
                'Sent with each request. Their values are stored encrypted, and are not shown once they are saved.',
              )}
            >
              <Headers form={form} />
            </FormSection>
          </form>
        </div>
        <DetailPane label={t('Try it')} width={372}>
          <TryIt values={values} />
          {!isNew && <AboutTool tool={tool} />}
        </DetailPane>
      </div>
      {removal.dialog}
    </div>
  )
}

/** Spaces and capitals cannot be in a name, and are what most people type first. */
const asName = (typed: string) => typed.toLowerCase().replaceAll(/[\s-]+/g, '_')

function valuesOf(tool: Tool | null, isCopy: boolean): Values {
  if (!tool) return { ...toolDefaults, name: '', description: '', endpoint: '', method: 'GET' }
  const { name, description, endpoint, method, timeout, headers, schema } = tool
  return {
    name: isCopy ? '' : name,
    description,
    endpoint,
    method,
    timeout,
    headers: headers.map(header => ({ ...header, kept: true })),
    schema: schema as Values['schema'],
  }
}
