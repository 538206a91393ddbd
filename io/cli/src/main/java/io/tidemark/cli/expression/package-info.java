/**
 * The expressions of job files: a condition on rows, and columns derived from others.
 *
 * <p>{@link io.tidemark.cli.expression.ExpressionParser} makes a tree of typed nodes from a text;
 * {@link io.tidemark.cli.expression.Expressions} are those of one job. Reading a row through them
 * allocates nothing. There are so few rules that a library would bring more than it takes away.
 */
package io.tidemark.cli.expression;
