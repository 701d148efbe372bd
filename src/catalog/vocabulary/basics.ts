import type * as z from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Effects of operations, from their caller's point of view. They are also the scopes of access tokens. */
export const effects = ['read', 'write', 'delete', 'paid'] as const;

/** `paid` takes precedence over all others. */
export type Effect = (typeof effects)[number];

/** The arguments of one call: path parameters, query and body fields in one flat object. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Fields by their names in the contract. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** Kinds of projects: a content project, or the tracking project of a brand. */
export type ProjectKind = 'project' | 'tracking project';
