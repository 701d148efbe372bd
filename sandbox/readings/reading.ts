import type { OperationName } from '../../src/catalog/index.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import type { Fields } from '../engine/http/read-body.ts';
import type { HttpResponse } from '../engine/http/reply.ts';

/** A request as it arrived: the values of its address, its query and its body. */
export interface Question {
  readonly values: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: Fields;
}

/** What a reading knows of one request. */
export interface Exchange {
  readonly operation: Operation;
  /** Platform time, milliseconds. */
  now(): number;
  /** How often this was asked with the same name on this platform, from 1: for what happens every few times. */
  nth(name: string): number;
}

/**
 * One way of keeping the documents where they leave it open, or, with `contradictsDocuments`, of breaking them. All of it is data: the
 * embedded platform itself keeps one reading (decision 9), and a reading changes requests and responses around it.
 */
export interface Reading {
  readonly name: string;
  /** The statement that it turns on, with its place. */
  readonly turnsOn: string;
  /** What this platform does instead. */
  readonly behaviour: string;
  /** Contradicts the documents, but real platforms or their proxies do it. */
  readonly contradictsDocuments?: true | undefined;
  /** The operations that it concerns. Absent: all. */
  readonly operations?: readonly OperationName[] | undefined;
  /** Changes a request before it is validated, or refuses it. */
  readonly changeRequest?: ((question: Question, exchange: Exchange) => Question) | undefined;
  /** Changes the result of a handler, before it is divided into pages. If it throws, the handler's changes are kept. */
  readonly changeResult?: ((result: unknown, exchange: Exchange) => unknown) | undefined;
  /** Changes the credits that a request draws. */
  readonly changeCharge?: ((credits: number, exchange: Exchange) => number) | undefined;
  /** Changes the response on the wire, refusals too. */
  readonly changeResponse?: ((sent: HttpResponse, exchange: Exchange) => HttpResponse) | undefined;
}
