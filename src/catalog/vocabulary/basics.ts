import type * as z from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Effect of an operation, from its caller's point of view. `paid` takes precedence over all others. */
export type Effect = 'read' | 'write' | 'delete' | 'paid';

/** The arguments of one call: path parameters, query and body fields in one flat object. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Fields by their contract names. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** Kinds of projects: a content project, or the tracking project of a brand. */
export type ProjectKind = 'project' | 'tracking project';
