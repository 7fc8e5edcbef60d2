package dev.payonce.server.api;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.List;

/** What the OpenAPI document says of all calls alike. */
final class ApiDescription {
    static final String PROBLEM = "#/components/responses/Problem";

    private static final String TOKEN = "token";
    private static final List<String> ANYWHERE = List.of("400", "401", "500", "503");

    private ApiDescription() {}

    static OpenAPI document() {
        return new OpenAPI()
                .info(new Info()
                        .title("PayOnce")
                        .version("v1")
                        .description(
                                "Orders, payments and accounts. Amounts are integers of minor units, instants UTC."))
                .addSecurityItem(new SecurityRequirement().addList(TOKEN))
                .components(new Components()
                        .addSecuritySchemes(
                                TOKEN,
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("bearer"))
                        .addSchemas("Problem", problem())
                        .addResponses(
                                "Problem",
                                new ApiResponse()
                                        .description("Problem details (RFC 9457)")
                                        .content(new Content()
                                                .addMediaType(
                                                        org.springframework.http.MediaType
                                                                .APPLICATION_PROBLEM_JSON_VALUE,
                                                        new MediaType()
                                                                .schema(new Schema<Object>()
                                                                        .$ref("#/components/schemas/Problem"))))));
    }

    private static Schema<?> problem() {
        Schema<?> error = new ObjectSchema()
                .addProperty("field", new StringSchema().example("postings[1].amount"))
                .addProperty("detail", new StringSchema());
        return new ObjectSchema()
                .addProperty("title", new StringSchema())
                .addProperty("status", new IntegerSchema().description("the HTTP status"))
                .addProperty("detail", new StringSchema())
                .addProperty("instance", new StringSchema())
                .addProperty("errors", new ArraySchema().items(error).description("with 400 and 422"))
                .addProperty("state", new StringSchema().description("with 409: the order's present state"));
    }

    /** The answers that every call may give. */
    static void complete(OpenAPI document) {
        document.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .map(Operation::getResponses)
                .forEach(responses ->
                        ANYWHERE.forEach(code -> responses.addApiResponse(code, new ApiResponse().$ref(PROBLEM))));
    }
}
