package dev.payonce.server.api;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes the parameters of {@link QueryParameters#page()}. */
@Parameter(
        name = "limit",
        in = ParameterIn.QUERY,
        schema = @Schema(type = "integer", minimum = "1", maximum = "200", defaultValue = "50"))
@Parameter(
        name = "after",
        in = ParameterIn.QUERY,
        description = "the next of the page before",
        schema = @Schema(type = "string"))
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface PageParameters {}
