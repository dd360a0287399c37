import { type FocusEvent, type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import type { ErrorData } from '../../contract/errors'
import { type FieldErrors, read } from '../../contract/validation'
import { guardLeaving } from '../router'
import { byLabel, rootOf } from '../stores/failure'
import { useDesk } from '../stores/use-desk'
import { said } from '../words/said'
import { t } from '../words/words'
import { changedLabel } from './changed-label'

// The page's content security policy forbids eval. Even zod's test whether eval works would be reported.
z.config({ jitless: true })

interface Options<V extends object, A> {
  /** What is saved, or the first values of a new record. When it changes, the person's own changes are kept. */
  saved: V
  /** A new record: there are no saved values to compare with. */
  isNew?: boolean
  /** The input of the contract's operation, so that errors read as in the API. */
  schema: z.ZodObject
  /** Whether all that the form needs has arrived. What a person saves before is saved then. */
  isReady?: boolean
  /** The contract's rules across several fields. */
  check?: (values: Record<string, unknown>, errors: FieldErrors) => void
  /** What is checked and sent for what was typed, such as a number in international form. By default what was typed. */
  toSend?: (values: V) => V
  /** A form in parts, of which one is shown. */
  parts?: {
    /** The path of the form. Its parts have paths inside it, between which one goes without being asked. */
    path: string
    /** All fields in their order, also of parts that are not shown. */
    fields: readonly string[]
    /** Shows the part with this field, at once. */
    show: (field: string) => void
  }
  /** Sends the values. `changes` holds only the changed ones. An error that it throws is shown. */
  send: (values: V, changes: Partial<V>) => Promise<A>
  /** Called after saving. The page may be left now. */
  onSaved?: (answer: A) => void
}

export interface Form<V extends object> {
  values: V
  /** What is saved. */
  base: V
  set(change: Partial<V>): void
  /** The names of the changed fields. */
  changes: string[]
  isNew: boolean
  /** Saving, or waiting to save until the form is ready. */
  isSaving: boolean
  /** Whether the values could be saved as far as the contract knows, shown as an error or not. */
  isSound: boolean
  /** The same for some of the fields. */
  areSound(names: readonly string[]): boolean
  /** How many errors are shown. */
  errorCount: number
  /** An error that belongs to no field. */
  failed: string | null
  /**
   * The error text under a field, with errors inside it (`contacts.0.phone_number`). The text uses the label in place of
   * the field's name. Pass the label only when neither `field` nor `toggle` is used.
   */
  errorOf(name: string, label?: string): string | undefined
  /** The props of a text, number or choice input. `format` writes the saved value as text. */
  field<K extends keyof V & string>(
    name: K,
    label: string,
    format?: (saved: V[K]) => string,
  ): {
    'data-field': K
    label: ReactNode
    value: V[K]
    onChange: (given: unknown) => void
    error: string | undefined
  }
  /** The props of a switch or a checkbox. */
  toggle<K extends keyof V & string>(
    name: K,
    label: string,
  ): {
    'data-field': K
    label: ReactNode
    checked: boolean
    onChange: (given: unknown) => void
    error: string | undefined
  }
  save(): Promise<void>
  discard(): void
  /** Moves the focus to the first field with an error. */
  focusFirstError(): void
  /** Set while the person is asked whether to leave without saving. */
  leaving: { leave: () => void; stay: () => void } | null
  /** The props of the form element. */
  props: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

/**
 * A form for the input of one of the contract's operations. It checks the values as the service does, with the same
 * texts. It knows which fields were changed, shows the service's errors on their fields, and asks before unsaved changes
 * are dropped. Ctrl or Cmd+S saves.
 *
 * A field's error is shown after the field was changed and left, and all errors after the person tried to save.
 */
export function useForm<V extends object, A>({
  saved,
  isNew = false,
  isReady = true,
  schema,
  check,
  toSend = values => values,
  parts,
  send,
  onSaved,
}: Options<V, A>): Form<V> {
  const desk = useDesk()
  // After saving, the sent values are used until the new saved values arrive.
  const [sent, setSent] = useState<{ replaces: string; values: V } | null>(null)
  const [edits, setEdits] = useState<Partial<V>>({})
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set())
  const [wasTried, setTried] = useState(false)
  const [serverErrors, setServerErrors] = useState<Record<string, string[]>>({})
  const [failed, setFailed] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [waitsToSave, setWaitsToSave] = useState(false)
  const [focusRequests, setFocusRequests] = useState({ n: 0, wasShown: false })
  const [leaving, setLeaving] = useState<Form<V>['leaving']>(null)
  const element = useRef<HTMLFormElement>(null)
  const removeGuard = useRef(() => {})
  const labels = useRef<Record<string, string>>({})

  const base = sent && sent.replaces === JSON.stringify(saved) ? sent.values : saved
  const values = { ...base, ...edits }
  const changed = (Object.keys(edits) as (keyof V & string)[]).filter(name => !isSame(edits[name], base[name]))
  const isDirty = changed.length > 0

  const sending = toSend(values)
  const { values: valid, errors } = read(schema, sending)
  check?.(valid, errors)
  const shown: Record<string, string[]> = { ...serverErrors }
  for (const [path, texts] of Object.entries(errors.byField))
    if (wasTried || leftFields.has(rootOf(path))) shown[path] = texts

  const errorOf = (name: string, label?: string) => {
    if (label) labels.current[name] = label
    return (
      Object.entries(shown)
        .filter(([path]) => covers(name, path))
        .flatMap(([, texts]) => texts.map(text => byLabel(text, labels.current)))
        .join(' ') || undefined
    )
  }

  const set = (change: Partial<V>) => {
    setEdits(old => ({ ...old, ...change }))
    // The service's error was about the old value, so it is removed.
    setServerErrors(old => without(old, path => Object.keys(change).some(name => covers(name, path))))
  }

  const clear = () => {
    setEdits({})
    setLeftFields(new Set())
    setTried(false)
    setServerErrors({})
    setFailed(null)
  }

  async function save() {
    if (isSaving) return
    setWaitsToSave(!isReady)
    if (!isReady) return
    setTried(true)
    setFailed(null)
    if (errors.any) return requestFocus()
    setSaving(true)
    try {
      const answer = await send(
        sending,
        Object.fromEntries(changed.map(name => [name, sending[name]])) as unknown as Partial<V>,
      )
      desk.hurry()
      clear()
      setSent(isNew ? null : { replaces: JSON.stringify(saved), values })
      removeGuard.current()
      onSaved?.(answer)
    } catch (error) {
      showServerError(error as Error & { data?: ErrorData })
    } finally {
      setSaving(false)
    }
  }

  function showServerError({ message, data }: Error & { data?: ErrorData }) {
    const errors = Object.entries(data?.errors ?? {})
    const fields = [...fieldsIn(element.current).map(field => field.dataset.field!), ...(parts?.fields ?? [])]
    const [onField, onNone] = [true, false].map(wanted =>
      errors.filter(([path]) => fields.some(name => covers(name, path)) === wanted),
    )
    setServerErrors(Object.fromEntries(onField!))
    if (errors.length === 0) setFailed(message)
    else if (onNone!.length > 0) setFailed(onNone!.flatMap(([, texts]) => texts.map(said)).join(' '))
    if (onField!.length > 0) requestFocus()
  }

  const requestFocus = () => setFocusRequests(old => ({ n: old.n + 1, wasShown: false }))
  /** `wasShown`: the part with the first error was just shown for this. */
  const focusFirstError = (wasShown = false) => {
    const wrong = fieldsIn(element.current).find(field => errorOf(field.dataset.field!))
    const hidden = wrong || wasShown ? undefined : parts?.fields.find(name => errorOf(name))
    if (hidden) {
      parts!.show(hidden)
      setFocusRequests(old => ({ n: old.n + 1, wasShown: true }))
    }
    wrong?.scrollIntoView({ block: 'center' })
    wrong?.focus()
  }
  const within = parts?.path
  const latest = useRef({ focusFirstError, save })
  latest.current = { focusFirstError, save }

  // In an effect, because the errors must be rendered first.
  useEffect(() => {
    if (focusRequests.n > 0) latest.current.focusFirstError(focusRequests.wasShown)
  }, [focusRequests])

  useEffect(() => {
    if (isReady && waitsToSave) void latest.current.save()
  }, [isReady, waitsToSave])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (mounted.at(-1) === onKey) void latest.current.save()
    }
    mounted.push(onKey)
    addEventListener('keydown', onKey)
    return () => {
      mounted.splice(mounted.indexOf(onKey), 1)
      removeEventListener('keydown', onKey)
    }
  }, [])

  useEffect(() => {
    if (!isDirty) return
    const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', askToStay)
    const stopGuarding = guardLeaving(leave => {
      const answer = (act?: () => void) => () => {
        setLeaving(null)
        act?.()
      }
      setLeaving({ leave: answer(leave), stay: answer() })
    }, within)
    removeGuard.current = () => {
      removeEventListener('beforeunload', askToStay)
      stopGuarding()
    }
    return () => removeGuard.current()
  }, [isDirty, within])

  const labelOf = <K extends keyof V & string>(name: K, label: string, format: (saved: V[K]) => string) =>
    !isNew && changed.includes(name) ? changedLabel(label, format(base[name])) : label

  return {
    values,
    base,
    set,
    changes: changed,
    isNew,
    isSaving: isSaving || waitsToSave,
    isSound: !errors.any,
    areSound: names => !Object.keys(errors.byField).some(path => names.some(name => covers(name, path))),
    errorCount: Object.keys(shown).length,
    failed,
    errorOf,
    field: (name, label, format = asText) => ({
      'data-field': name,
      label: labelOf(name, label, format),
      value: values[name],
      onChange: given => set({ [name]: valueIn(given) } as Partial<V>),
      error: errorOf(name, label),
    }),
    toggle: (name, label) => ({
      'data-field': name,
      label: labelOf(name, label, isOn => (isOn ? t('on') : t('off'))),
      checked: values[name] === true,
      onChange: given => set({ [name]: isChecked(given) } as Partial<V>),
      error: errorOf(name, label),
    }),
    save,
    discard: clear,
    focusFirstError: () => focusFirstError(),
    leaving,
    props: {
      ref: element,
      noValidate: true,
      onSubmit: event => {
        event.preventDefault()
        void save()
      },
      onBlur: event => {
        const root = rootOf(event.target.closest<HTMLElement>('[data-field]')?.dataset.field ?? '')
        if (changed.some(name => name === root)) afterPress(() => setLeftFields(old => new Set(old).add(root)))
      },
    },
  }
}

/** The key handlers of the forms on the page. Only the last one saves, because a dialog's form comes after the page's. */
const mounted: ((event: KeyboardEvent) => void)[] = []

let isPressed = false
addEventListener('pointerdown', () => (isPressed = true), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), true)

/** Runs `act` after a pointer press has ended. Text that appears during the press could move what is being clicked. */
function afterPress(act: () => void) {
  if (isPressed) addEventListener('pointerup', () => setTimeout(act), { once: true })
  else act()
}

const covers = (name: string, path: string) => path === name || path.startsWith(`${name}.`)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const asText = (value: unknown) => (value === null || value === undefined || value === '' ? t('empty') : String(value))
const fieldsIn = (form: HTMLElement | null) => [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]

const without = <T>(record: Record<string, T>, isRemoved: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !isRemoved(key)))

/** Some inputs give an event on a change, others the value itself. */
const targetOf = (given: unknown) =>
  typeof given === 'object' && given !== null && 'currentTarget' in given
    ? (given.currentTarget as HTMLInputElement)
    : null
const valueIn = (given: unknown) => targetOf(given)?.value ?? given
const isChecked = (given: unknown) => targetOf(given)?.checked ?? given === true
