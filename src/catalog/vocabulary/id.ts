import * as z from 'zod';
import { type Id, idText } from './id-text.ts';

/** An id that the contract states to be an integer: of projects, articles, teams and conversations with the agent. */
export const integerId = z.int().positive();

/** A number or a text without spaces and slashes. */
const anyId = z.union([integerId, z.string().regex(idText)], {
  error: 'must be an id: a positive whole number, or a text without spaces and slashes',
});

/** An id whose type the contract does not state, and which the embedded platform writes as a text. */
export const key: z.ZodType<Id, Id> = anyId;

/** An id whose type the contract does not state. Callers may write a number or a text, and answers may have either. */
export const id: z.ZodType<Id, Id> = anyId;

/** Whether a type accepts ids of any form (`id` or `key`), with or without a description. */
export const isAnyId = (type: z.core.$ZodType): boolean => type instanceof z.ZodUnion && type.options[0] === integerId;
