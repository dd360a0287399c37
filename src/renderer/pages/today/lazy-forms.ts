import { lazily } from '../../shell/lazy-page'
import type { MakeKeyDialogProps } from '../settings/ApiKeys'
import type { DeskFormProps } from './DeskForm'

// The checks of forms are no part of Today, which most desks see without its first steps.
export const deskForm = lazily<DeskFormProps>(async () => (await import('./DeskForm')).DeskForm)
export const makeKeyDialog = lazily<MakeKeyDialogProps>(async () => (await import('../settings/ApiKeys')).MakeKeyDialog)
