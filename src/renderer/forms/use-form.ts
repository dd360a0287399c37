import { type FocusEvent, type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import type { ErrorData } from '../../contract/errors'
import { type FieldErrors, read } from '../../contract/validation'
import { holdHere } from '../router'
import { changedLabel } from './changed'

// The page's policy forbids code that is made from text; zod's trying whether it may would be reported as a breach.
z.config({ jitless: true })

interface Options<V extends object, A> {
  /** What is saved, or what a new record starts as. When it changes underneath, what the person changed stays. */
  saved: V
  /** There is nothing yet that a field could have been. */
  isNew?: boolean
  /** The input of the contract's operation: its messages are the API's. */
  schema: z.ZodObject
  /** The rules across fields, of the contract too. */
  check?: (values: Record<string, unknown>, errors: FieldErrors) => void
  /** Sends what was filled in; `changes` holds only what is not as it was. What it throws is shown. */
  send: (values: V, changes: Partial<V>) => Promise<A>
  /** After it was saved; the page may be left now. */
  onSaved?: (answer: A) => void
}

export interface Form<V extends object> {
  values: V
  /** What is saved. */
  base: V
  set(change: Partial<V>): void
  /** The names of the fields that are not as they were. */
  changes: string[]
  isNew: boolean
  isSaving: boolean
  /** How many errors are shown. */
  errorCount: number
  /** What was refused and belongs to no field. */
  failed: string | null
  /**
   * The text under a field; what is wrong inside of it (`contacts.0.phone_number`) counts as its own. The field is
   * called by its label, which is needed here only for what is neither `field` nor `toggle`.
   */
  errorOf(name: string, label?: string): string | undefined
  /** What a text, number or choice input needs. `say` puts into words what it was. */
  field<K extends keyof V & string>(
    name: K,
    label: string,
    say?: (was: V[K]) => string,
  ): {
    'data-field': K
    label: ReactNode
    value: V[K]
    onChange: (given: unknown) => void
    error: string | undefined
  }
  /** What a switch or a checkbox needs. */
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
  /** Moves the focus to the first field that is wrong. */
  jump(): void
  /** Set while the person is about to leave what is not saved. */
  leaving: { leave: () => void; stay: () => void } | null
  /** Belongs on the form element. */
  props: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

/**
 * A form over the input of one of the contract's operations. It checks what is filled in as the service does, with the
 * same words; tells what was changed and what it was; shows what the service refuses on the field that it names; and
 * asks before changes are left behind. Ctrl or Cmd+S saves.
 *
 * A field's fault shows once it was changed and left, and all of them once saving was tried.
 */
export function useForm<V extends object, A>({
  saved,
  isNew = false,
  schema,
  check,
  send,
  onSaved,
}: Options<V, A>): Form<V> {
  // After saving, what was sent stands until what is saved arrives.
  const [sent, setSent] = useState<{ over: string; values: V } | null>(null)
  const [edits, setEdits] = useState<Partial<V>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wasTried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const [failed, setFailed] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [jumps, setJumps] = useState(0)
  const [leaving, setLeaving] = useState<Form<V>['leaving']>(null)
  const element = useRef<HTMLFormElement>(null)
  const release = useRef(() => {})
  const labels = useRef<Record<string, string>>({})

  const base = sent && sent.over === JSON.stringify(saved) ? sent.values : saved
  const values = { ...base, ...edits }
  const changed = (Object.keys(edits) as (keyof V & string)[]).filter(name => !isSame(edits[name], base[name]))
  const isDirty = changed.length > 0

  const { values: valid, errors } = read(schema, values)
  check?.(valid, errors)
  const shown: Record<string, string[]> = { ...refused }
  for (const [path, texts] of Object.entries(errors.byField))
    if (wasTried || left.has(rootOf(path))) shown[path] = texts

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
    // What the service said of a field was said of what it held then.
    setRefused(old => without(old, path => Object.keys(change).some(name => covers(name, path))))
  }

  const clear = () => {
    setEdits({})
    setLeft(new Set())
    setTried(false)
    setRefused({})
    setFailed(null)
  }

  async function save() {
    if (isSaving) return
    setTried(true)
    setFailed(null)
    if (errors.any) return setJumps(n => n + 1)
    setSaving(true)
    try {
      const answer = await send(
        values,
        Object.fromEntries(changed.map(name => [name, values[name]])) as unknown as Partial<V>,
      )
      clear()
      setSent(isNew ? null : { over: JSON.stringify(saved), values })
      release.current()
      onSaved?.(answer)
    } catch (error) {
      refuse(error as Error & { data?: ErrorData })
    } finally {
      setSaving(false)
    }
  }

  function refuse({ message, data }: Error & { data?: ErrorData }) {
    const errors = Object.entries(data?.errors ?? {})
    const fields = fieldsIn(element.current).map(field => field.dataset.field!)
    const [onField, onNone] = [true, false].map(wanted =>
      errors.filter(([path]) => fields.some(name => covers(name, path)) === wanted),
    )
    setRefused(Object.fromEntries(onField!))
    if (errors.length === 0) setFailed(message)
    else if (onNone!.length > 0) setFailed(onNone!.flatMap(([, texts]) => texts).join(' '))
    if (onField!.length > 0) setJumps(n => n + 1)
  }

  const jump = () => {
    const wrong = fieldsIn(element.current).find(field => errorOf(field.dataset.field!))
    wrong?.scrollIntoView({ block: 'center' })
    wrong?.focus()
  }
  const latest = useRef({ jump, save })
  latest.current = { jump, save }

  // Once the errors stand on the page.
  useEffect(() => {
    if (jumps > 0) latest.current.jump()
  }, [jumps])

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
    const keep = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', keep)
    const letGo = holdHere(leave => {
      const answer = (act?: () => void) => () => {
        setLeaving(null)
        act?.()
      }
      setLeaving({ leave: answer(leave), stay: answer() })
    })
    release.current = () => {
      removeEventListener('beforeunload', keep)
      letGo()
    }
    return () => release.current()
  }, [isDirty])

  const labelOf = <K extends keyof V & string>(name: K, label: string, say: (was: V[K]) => string) =>
    !isNew && changed.includes(name) ? changedLabel(label, say(base[name])) : label

  return {
    values,
    base,
    set,
    changes: changed,
    isNew,
    isSaving,
    errorCount: Object.keys(shown).length,
    failed,
    errorOf,
    field: (name, label, say = plainly) => ({
      'data-field': name,
      label: labelOf(name, label, say),
      value: values[name],
      onChange: given => set({ [name]: heldBy(given) } as Partial<V>),
      error: errorOf(name, label),
    }),
    toggle: (name, label) => ({
      'data-field': name,
      label: labelOf(name, label, was => (was ? 'on' : 'off')),
      checked: values[name] === true,
      onChange: given => set({ [name]: isChecked(given) } as Partial<V>),
      error: errorOf(name, label),
    }),
    save,
    discard: clear,
    jump,
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
        if (changed.some(name => name === root)) afterPress(() => setLeft(old => new Set(old).add(root)))
      },
    },
  }
}

/** The forms that stand on the page, the newest last: a dialog's is in front of the page's. */
const mounted: ((event: KeyboardEvent) => void)[] = []

/** The API's words with what a person sees in place of the fields' names: a part of a list by its place in it. */
export function byLabel(text: string, labels: Readonly<Record<string, string>>) {
  return text
    .replace(/^The ([\w.]+) field\b/, (_, path: string) => {
      const place = /\.(\d+)$/.exec(path)?.[1]
      return labels[path] ?? (place ? `No. ${Number(place) + 1}` : (labels[rootOf(path)] ?? 'This'))
    })
    .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, name => (labels[name] ? `“${labels[name]}”` : name))
}

let isPressed = false
addEventListener('pointerdown', () => (isPressed = true), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), true)

/** Once a press is over: text that appears under it would move away what is being clicked. */
function afterPress(act: () => void) {
  if (isPressed) addEventListener('pointerup', () => setTimeout(act), { once: true })
  else act()
}

const rootOf = (path: string) => path.split('.')[0]!
const covers = (name: string, path: string) => path === name || path.startsWith(`${name}.`)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const plainly = (value: unknown) => (value === null || value === undefined || value === '' ? 'empty' : String(value))
const fieldsIn = (form: HTMLElement | null) => [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]

const without = <T>(record: Record<string, T>, isOut: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !isOut(key)))

/** Inputs tell of a change by an event or by the value itself. */
const targetOf = (given: unknown) =>
  typeof given === 'object' && given !== null && 'currentTarget' in given
    ? (given.currentTarget as HTMLInputElement)
    : null
const heldBy = (given: unknown) => targetOf(given)?.value ?? given
const isChecked = (given: unknown) => targetOf(given)?.checked ?? given === true
